// A contest player for `session`: it goes to the neighbour that it has visited least, nearest to the end.
const lines = require("readline").createInterface({ input: process.stdin });
const visits = new Map();
let turn = [];
lines.on("line", (line) => {
  turn.push(line);
  if (turn.length < 7) return;
  const [row, col] = turn[2].split(" ").map(Number);
  visits.set(turn[5], (visits.get(turn[5]) || 0) + 1);
  const price = (cell) => {
    const [r, c] = cell.split(" ").map(Number);
    return (visits.get(cell) || 0) * 1e6 + Math.abs(r - row) + Math.abs(c - col);
  };
  console.log(turn[6].split(",").reduce((best, cell) => (price(cell) < price(best) ? cell : best)));
  turn = [];
});
