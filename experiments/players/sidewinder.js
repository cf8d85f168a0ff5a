// A contest architect: a sidewinder maze; each run of cells has one way up.
const [size, given] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
let seed = given >>> 0;
const coin = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
const south = Array(size * (size - 1)).fill(1);
const east = Array(size * (size - 1)).fill(1);
for (let row = 0; row < size; row++) {
  let first = 0;
  for (let col = 0; col < size; col++) {
    const last = col === size - 1;
    if (row === 0 ? last : last || coin() < 0.5) {
      if (row > 0) south[(row - 1) * size + first + Math.floor(coin() * (col - first + 1))] = 0;
      first = col + 1;
    } else east[row * (size - 1) + col] = 0;
  }
}
console.log([size, `${size - 1} 0`, `${size - 1} ${size - 1}`, south.join(""), east.join("")].join("\n"));
