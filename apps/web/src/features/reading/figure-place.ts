/** Where a picture lies in its view, and how large: moved and zoomed, never out of sight. Pure. CSS pixels. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** `zoom`: 1 is the whole picture in the view. `x`, `y`: from the middle of the view to the middle of the picture. */
export interface FigurePlace {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE_FIGURE: FigurePlace = { zoom: 1, x: 0, y: 0 };
export const FIGURE_ZOOM_MAX = 8;
/** Small pictures are not blown up further than this to fill the view. */
const ENLARGED_MAX = 2;

/** View pixels to one pixel of the whole picture, where all of it is in sight. */
export const fitOf = (picture: Size, view: Size): number =>
  Math.min(view.width / picture.width, view.height / picture.height, ENLARGED_MAX) || 1;

/** The nearest place where the picture fills the view, or lies in its middle where it is smaller. */
export const insideView = (place: FigurePlace, picture: Size, view: Size): FigurePlace => {
  const zoom = Math.min(Math.max(place.zoom, 1), FIGURE_ZOOM_MAX);
  const shown = fitOf(picture, view) * zoom;
  const along = (at: number, length: number, room: number): number => {
    const spare = Math.max(0, (length * shown - room) / 2);
    return Math.min(Math.max(at, -spare), spare);
  };
  return { zoom, x: along(place.x, picture.width, view.width), y: along(place.y, picture.height, view.height) };
};

/** Zooms by a factor; what lies at `point` (from the middle of the view) stays there as far as the edges let it. */
export const zoomedAt = (place: FigurePlace, factor: number, point: { x: number; y: number }, picture: Size, view: Size): FigurePlace => {
  const zoom = Math.min(Math.max(place.zoom * factor, 1), FIGURE_ZOOM_MAX);
  const grown = zoom / place.zoom;
  return insideView({ zoom, x: point.x + (place.x - point.x) * grown, y: point.y + (place.y - point.y) * grown }, picture, view);
};

export const movedBy = (place: FigurePlace, dx: number, dy: number, picture: Size, view: Size): FigurePlace =>
  insideView({ ...place, x: place.x + dx, y: place.y + dy }, picture, view);
