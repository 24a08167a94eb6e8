"""Images of figures that are not stored, and of graphs."""

from __future__ import annotations

import io
import math
import os
import struct
from pathlib import Path
from typing import Any

import pytest

import plotgate
from plotgate._images import format_for, image_parameters, save

beginnings = {
    "png": b"\x89PNG\r\n\x1a\n",
    "svg": b"<svg",
    "webp": b"RIFF",
    "jpeg": b"\xff\xd8\xff",
    "pdf": b"%PDF-",
    "html": b"<!DOCTYPE html>",
}


def png_size(content: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", content[16:24])
    return width, height


@pytest.mark.parametrize("kind", beginnings)
def test_every_format(client: plotgate.Client, figure: dict[str, Any], kind: str, tmp_path: Path) -> None:
    beginning = beginnings[kind].lower()
    content = client.to_image(figure, kind)
    assert content.lower().startswith(beginning)
    client.write_image(figure, tmp_path / f"chart.{kind}")
    assert (tmp_path / f"chart.{kind}").read_bytes().lower().startswith(beginning)
    graph = client.publish(figure)
    graph.write_image(str(tmp_path / f"graph.{kind}"))
    assert (tmp_path / f"graph.{kind}").read_bytes().lower().startswith(beginning)


def test_sizes_and_looks(client: plotgate.Client, figure: dict[str, Any]) -> None:
    assert png_size(client.to_image(figure)) == (700, 500)
    assert png_size(client.to_image(figure, width=400, height=300, scale=1.5)) == (600, 450)
    assert png_size(client.publish(figure).to_image(width=400, height=300, scale=2)) == (800, 600)
    light, dark = client.to_image(figure, "svg"), client.to_image(figure, "svg", theme="dark")
    assert light != dark
    assert b"255, 102, 0" in client.to_image(figure, "svg", background="#f60")


def test_pages_have_the_theme_too(client: plotgate.Client, figure: dict[str, Any]) -> None:
    for page in (
        client.to_image(figure, "html", theme="dark"),
        client.publish(figure).to_image("html", theme="dark"),
    ):
        assert b'<html lang="en" data-theme="dark">' in page
    assert b'<html lang="en" data-theme="dark">' not in client.publish(figure).to_image("html", width=300)


def test_numbers_as_a_language_writes_them(client: plotgate.Client, tmp_path: Path) -> None:
    figure = {"data": [{"y": [1234.5, 2345.5]}], "layout": {"yaxis": {"tickformat": ",.1f"}}}
    assert b"1,400.0" in client.to_image(figure, "svg")
    graph = client.publish(figure)
    client.write_image(figure, tmp_path / "a.svg", locale="de")
    client.write_images([figure], [tmp_path / "b.svg"], locale="de")
    graph.write_image(tmp_path / "c.svg", locale="de")
    assert all(b"1.400,0" in (tmp_path / f"{name}.svg").read_bytes() for name in "abc")


def test_writes_to_open_files_and_takes_positions_as_plotly_does(
    client: plotgate.Client, figure: dict[str, Any]
) -> None:
    file = io.BytesIO()
    client.write_image(figure, file, "png", 2, 300, 200)
    assert png_size(file.getvalue()) == (600, 400)
    assert png_size(client.to_image(figure, "png", 300, 200, 2)) == (600, 400)
    assert client.to_image(figure, "jpg", engine="kaleido", validate=False).startswith(b"\xff\xd8")


def test_wrong_formats_are_told_before_anything_is_made(
    client: plotgate.Client, figure: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"no format '\.gif'; there are png"):
        client.write_image(figure, tmp_path / "a.gif")
    with pytest.raises(ValueError, match="no ending"):
        client.write_image(figure, tmp_path / "chart")
    with pytest.raises(ValueError, match="no format 'eps'"):
        client.to_image(figure, "eps")
    assert list(tmp_path.glob("*")) == []


def test_a_wrong_parameter_is_told_by_the_service(client: plotgate.Client, figure: dict[str, Any]) -> None:
    with pytest.raises(plotgate.ServiceError, match="width") as caught:
        client.to_image(figure, width=1)
    assert caught.value.code == "invalid_parameter"


def test_what_cannot_be_drawn(client: plotgate.Client, tmp_path: Path) -> None:
    with pytest.raises(plotgate.InvalidFigure):
        client.write_image({"data": [{"type": "nothing"}]}, tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()


def test_remote_things_left_out_are_told(client: plotgate.Client) -> None:
    image = {
        "source": "https://example.invalid/a.png",
        "xref": "paper",
        "yref": "paper",
        "sizex": 1,
        "sizey": 1,
    }
    with pytest.warns(plotgate.FigureWarning, match="another server|other servers") as caught:
        client.to_image({"data": [{"y": [1]}], "layout": {"images": [image]}})
    assert caught[0].filename == __file__


def test_many_images_at_a_time(client: plotgate.Client, tmp_path: Path) -> None:
    figures = [{"data": [{"y": [1, place]}]} for place in range(12)]
    files = [tmp_path / f"{place}.png" for place in range(12)]
    seen: list[tuple[int, int]] = []
    client.write_images(
        figures, files, width=200, height=[150] * 12, progress=lambda done, total: seen.append((done, total))
    )
    assert all(png_size(file.read_bytes()) == (200, 150) for file in files)
    assert seen == [(done, 12) for done in range(1, 13)]


def test_one_figure_in_many_formats(client: plotgate.Client, figure: dict[str, Any], tmp_path: Path) -> None:
    files = [str(tmp_path / f"chart.{kind}") for kind in ("png", "svg", "pdf")]
    client.write_images(figure, files)
    assert [Path(file).stat().st_size > 0 for file in files] == [True] * 3


def test_lists_of_any_kind(client: plotgate.Client, figure: dict[str, Any], tmp_path: Path) -> None:
    files: list[Path] = [tmp_path / "a.png", tmp_path / "b.png"]
    client.write_images((figure, figure), files, width=range(100, 102))
    assert [png_size(file.read_bytes())[0] for file in files] == [100, 101]
    by_name = {file: figure for file in files}
    client.write_images(by_name.values(), by_name.keys(), width=(size for size in (102, 103)))
    assert [png_size(file.read_bytes())[0] for file in files] == [102, 103]


def test_one_that_fails_does_not_stop_the_others(
    client: plotgate.Client, figure: dict[str, Any], tmp_path: Path
) -> None:
    wrong = {"data": [{"type": "barr"}]}
    with pytest.raises(plotgate.WriteImagesError, match=r"1 of 3 images failed\n.*1\.png") as caught:
        client.write_images([figure, wrong, figure], [tmp_path / f"{place}.png" for place in range(3)])
    assert list(caught.value.failures) == [1]
    assert isinstance(caught.value.failures[1], plotgate.InvalidFigure)
    assert sorted(file.name for file in tmp_path.glob("*.png")) == ["0.png", "2.png"]


def test_warnings_of_many_name_their_file_and_the_line_of_the_caller(
    client: plotgate.Client, figure: dict[str, Any], tmp_path: Path
) -> None:
    warned = {"data": [{"type": "bar", "y": [1], "mod": "lines"}]}
    files = [tmp_path / "good.png", tmp_path / "warned.png"]
    with pytest.warns(plotgate.FigureWarning, match=r"warned\.png: data\[0\]\.mod: ") as caught:
        client.write_images([figure, warned], files)
    assert [warning.filename for warning in caught] == [__file__]
    # As pytest is configured here.
    with pytest.raises(plotgate.WriteImagesError) as refused:
        client.write_images([figure, warned], files)
    assert [type(error) for error in refused.value.failures.values()] == [plotgate.FigureWarning]


def test_lists_that_do_not_fit(client: plotgate.Client, figure: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="fig has 2, file has 3"):
        client.write_images([figure] * 2, ["a.png", "b.png", "c.png"])
    with pytest.raises(ValueError, match="same file"):
        client.write_images([figure] * 2, [tmp_path / "a.png"] * 2)


def test_nothing_is_stored(configured: Any, client: plotgate.Client, figure: dict[str, Any]) -> None:
    from plotgate._graphql import _ask

    def count() -> int:
        query = "{ viewer { graphCount } }"
        answer = _ask(client._service.transport, client.url, query, {}, client._service.authorization())
        return int(answer["viewer"]["graphCount"])

    before = count()
    client.to_image(figure)
    assert count() == before


@pytest.mark.parametrize(
    "wrong", [{"width": "800"}, {"height": math.nan}, {"width": math.inf}, {"scale": "2"}]
)
def test_a_size_that_is_no_number_is_named(wrong: dict[str, Any]) -> None:
    ((name, value),) = wrong.items()
    with pytest.raises(ValueError, match=f"{name} must be a number, got {value!r}"):
        image_parameters({}, **wrong)


def test_every_path_names_its_format_and_is_written(tmp_path: Path) -> None:
    class Place(os.PathLike[str]):
        """A path that can also be written, as that of some libraries."""

        def __fspath__(self) -> str:
            return str(tmp_path / "chart.svg")

        def write(self, content: bytes) -> None:
            raise AssertionError("the path was taken for an open file")

    assert format_for(Place(), None) == "svg"
    save(b"<svg", Place())
    assert (tmp_path / "chart.svg").read_bytes() == b"<svg"


def test_no_part_of_an_image_is_left_on_a_full_disk(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    old, new = tmp_path / "old.png", tmp_path / "new.png"
    old.write_bytes(b"old")
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        for file in (old, new):
            with pytest.raises(OSError, match="File too large"):
                save(bytes(5000), file)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [file.name for file in tmp_path.iterdir()] == ["old.png"]
