"""Values for every attribute that Python's plotly knows, and whether its validators take them: one JSON line each.

Usage: python3 cases.py VALUES_PER_ATTRIBUTE SEED. The first line names the versions. The others hold a figure with the
value in it (as Python writes it, where it is taken), the attribute's path, the validator's class, and the value.
"""

import json
import random
import sys

try:
    import plotly.graph_objs as go
    from _plotly_utils import basevalidators as base
    from plotly import __version__
    from plotly.offline import get_plotlyjs_version
    from plotly.utils import PlotlyJSONEncoder
except ImportError as missing:
    sys.exit(f"{missing}: pip install plotly")

anything = [
    None, True, False, 0, 1, -1, 0.5, 1.5, 7, 1000, -1e6, "", "text", "5", "0.5", "red", "#ff0", "bluee", "800px",
    "auto", "all", "none", "rgb(1,2,3)", "hsl(0,50%,50%)", "2024-02-01", [], [1, 2], [0, 1], ["a", "b"],
    ["red", "blue"], ["red", "bluee"], [[1, 2], [3, 4]], [True], [None], {}, {"a": 1},
]  # fmt: skip


def numbers(validator):
    low, high = getattr(validator, "min_val", None), getattr(validator, "max_val", None)
    for bound in (low, high):
        if bound is not None and abs(bound) < 1e9:
            yield from (bound, bound - 1, bound + 1, str(bound), [bound, bound])
    yield from ("ten", [1, "ten"], 3.0)


def enumerated(validator):
    names = [value for value in validator.values if not str(value).startswith("/")]
    for value in names[:40]:
        yield value
        if isinstance(value, str):
            yield from (value.upper(), value + "s", value[:-1])
    yield from (names[:2], [*names[:1], "nothing"])


def flags(validator):
    names = list(validator.flags)
    extras = [extra for extra in validator.extras or [] if isinstance(extra, str)]
    if not names:
        return
    yield from (*names, *extras, "+".join(names), "+".join(names[::-1]), names[0] + "s", names[0] + "+nothing")
    yield from (names[0].upper(), names, *(f"{names[0]}+{extra}" for extra in extras))


def info_array(validator):
    length = len(validator.items) if isinstance(validator.items, list) else 2
    for count in (length, length - 1, length + 1):
        for one in (0, 0.5, 1, -5, "a", "2024-02-01", True, None):
            yield [one] * count
    yield from ([[0, 1], [1, 2]], [["a", "b"]], "0,1")


colour_scales = [
    "Viridis", "viridis", "VIRIDIS", "Viridis_r", "Viridiss", ["red", "blue"], ["red"], [[0, "red"], [1, "blue"]],
    [[0, "red"], [0.5, "blue"]], [[0, "red"], [1, "bluee"]], [["0", "red"], ["1", "blue"]], [[1, "red"], [0, "blue"]],
]  # fmt: skip
colours = ["RED", "#12", "ff0000", "#ff0000", "rgba(1,2,3,0.5)", "rgb(300,0,0)", "hsv(0,100%,100%)", [0.1, 0.9], [1, "red"]]


def own_values(validator):
    """What is near the border between what is taken and what is not."""
    if isinstance(validator, (base.CompoundArrayValidator, base.CompoundValidator)):
        return []
    if isinstance(validator, (base.DashValidator, base.EnumeratedValidator)):
        return [*enumerated(validator), *(["5px,10px", "5px 10px", "5,x"] if isinstance(validator, base.DashValidator) else [])]
    if isinstance(validator, base.FlaglistValidator):
        return flags(validator)
    if isinstance(validator, base.SubplotidValidator):
        return [validator.base + end for end in ("", "2", "0", "02", "10", "a", " 2")] + [validator.base.upper()]
    if isinstance(validator, base.InfoArrayValidator):
        return info_array(validator)
    if isinstance(validator, base.ColorscaleValidator):
        return colour_scales
    if isinstance(validator, (base.ColorValidator, base.ColorlistValidator)):
        return colours
    if isinstance(validator, (base.NumberValidator, base.IntegerValidator)):
        return numbers(validator)
    return ["45", 45, 400, "a" * 200, ["a", 1], [1, True]]


def leaves(node, steps=()):
    """Every attribute below, with its validator; containers are attributes too."""
    for name in sorted(node._valid_props):
        validator = node._get_validator(name)
        # What has no meaning for a drawing, and what no single value says.
        if name.endswith("src") or name in ("uid", "type", "template") or name.endswith("defaults"):
            continue
        yield (*steps, name), validator
        if isinstance(validator, base.CompoundArrayValidator):
            yield from leaves(validator.data_class(), (*steps, name, 0))
        elif isinstance(validator, base.CompoundValidator):
            yield from leaves(validator.data_class(), (*steps, name))
            yield (*steps, name, "notknown"), None


def nested(steps, value):
    for step in reversed(steps):
        value = [value] if step == 0 else {step: value}
    return value


def outcome(validator, value):
    """Whether it is taken, and what is written then."""
    if validator is None:
        return False, value
    try:
        coerced = validator.validate_coerce(value)
    except Exception:  # Some validators fail in other words than they refuse.
        return False, value
    return True, json.loads(json.dumps(coerced, cls=PlotlyJSONEncoder))


def path_of(steps):
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps).lstrip(".")


def main(per_attribute, seed):
    choose = random.Random(seed)
    print(json.dumps({"plotly": __version__, "plotlyjs": get_plotlyjs_version()}))
    data = go.Figure()._data_validator
    kinds = sorted(data.class_strs_map)
    roots = [("layout", None, go.Layout()), *(("data", kind, data.get_trace_class(kind)()) for kind in kinds)]
    for where, kind, node in roots:
        for steps, validator in leaves(node):
            values = [1] if validator is None else [*anything, *own_values(validator)]
            for value in choose.sample(values, min(per_attribute, len(values))):
                taken, written = outcome(validator, value)
                part = nested(steps, written)
                if where == "layout":
                    figure, path = {"data": [], "layout": part}, "layout." + path_of(steps)
                else:
                    figure, path = {"data": [{"type": kind, **part}]}, "data[0]." + path_of(steps)
                line = {"path": path, "figure": figure, "taken": taken}
                print(json.dumps({**line, "class": type(validator).__name__, "value": repr(value)[:60]}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
