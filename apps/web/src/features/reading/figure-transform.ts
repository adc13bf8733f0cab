/** Computes position and zoom of a picture in its view, limited so that the picture stays visible. All lengths are CSS pixels. Pure. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** `zoom`: 1 shows the whole picture. `x`, `y`: from the center of the view to the center of the picture. */
export interface FigureTransform {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE_FIGURE: FigureTransform = { zoom: 1, x: 0, y: 0 };
export const FIGURE_ZOOM_MAX = 8;
/** Maximum enlargement of a small picture to fill the view. */
const ENLARGED_MAX = 2;

/** Returns the scale at which the whole picture is visible, in view pixels per picture pixel. */
export const fitOf = (picture: Size, view: Size): number =>
  Math.min(view.width / picture.width, view.height / picture.height, ENLARGED_MAX) || 1;

/** Returns the nearest transform with which the picture fills the view, or is centered where it is smaller. */
export const insideView = (transform: FigureTransform, picture: Size, view: Size): FigureTransform => {
  const zoom = Math.min(Math.max(transform.zoom, 1), FIGURE_ZOOM_MAX);
  const shown = fitOf(picture, view) * zoom;
  const along = (at: number, length: number, available: number): number => {
    const spare = Math.max(0, (length * shown - available) / 2);
    return Math.min(Math.max(at, -spare), spare);
  };
  return { zoom, x: along(transform.x, picture.width, view.width), y: along(transform.y, picture.height, view.height) };
};

/** Zooms by a factor around `point` (from the center of the view), as far as the edges allow. */
export const zoomedAt = (
  transform: FigureTransform,
  factor: number,
  point: { x: number; y: number },
  picture: Size,
  view: Size,
): FigureTransform => {
  const zoom = Math.min(Math.max(transform.zoom * factor, 1), FIGURE_ZOOM_MAX);
  const grown = zoom / transform.zoom;
  return insideView({ zoom, x: point.x + (transform.x - point.x) * grown, y: point.y + (transform.y - point.y) * grown }, picture, view);
};

export const movedBy = (transform: FigureTransform, dx: number, dy: number, picture: Size, view: Size): FigureTransform =>
  insideView({ ...transform, x: transform.x + dx, y: transform.y + dy }, picture, view);
