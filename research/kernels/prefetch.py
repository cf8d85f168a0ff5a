"""Telling the memory beforehand what will be read: the processor's prefetch, for compiled kernels."""

from __future__ import annotations

from typing import Any

from research.kernels.compiled import AVAILABLE


def _intrinsic() -> Any:
    """Return the function by numba's way of writing a processor's own instruction."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic
    from numba.np import arrayobj

    arrays: Any = arrayobj

    def prefetch(context: Any, array: Any, index: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            view = arrays.make_array(signature.args[0])(context, builder, given[0])
            place = builder.bitcast(builder.gep(view.data, [given[1]]), ir.IntType(8).as_pointer())
            word = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [place.type, word, word, word])
            function = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
            # For reading, to be kept in the caches, as data.
            builder.call(function, [place, word(0), word(3), word(1)])
            return context.get_dummy_value()

        return types.void(array, index), build

    return intrinsic(prefetch)


# prefetch(array, index): fetch the cache line of a contiguous array's element without waiting for it.
prefetch: Any = _intrinsic() if AVAILABLE else None
