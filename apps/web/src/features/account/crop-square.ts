/** The square of a picture that a person has chosen: moved and zoomed in fractions of the picture, never past its edges. Pure. */

/** `centerX`, `centerY`: 0 to 1 of the picture. `zoom`: 1 shows the whole shorter side. */
export interface Crop {
  readonly centerX: number;
  readonly centerY: number;
  readonly zoom: number;
}

export const ZOOM_MAX = 5;
export const WHOLE: Crop = { centerX: 0.5, centerY: 0.5, zoom: 1 };

export interface Size {
  readonly width: number;
  readonly height: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The side of the chosen square, in pixels of the picture. */
const sideOf = (crop: Crop, picture: Size): number => Math.min(picture.width, picture.height) / crop.zoom;

/** The nearest crop that lies inside the picture. */
export const insidePicture = (crop: Crop, picture: Size): Crop => {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const half = sideOf({ ...crop, zoom }, picture) / 2;
  return {
    zoom,
    centerX: clamp(crop.centerX, half / picture.width, 1 - half / picture.width),
    centerY: clamp(crop.centerY, half / picture.height, 1 - half / picture.height),
  };
};

/** Moves the picture by a part of the view's side: dragging to the right shows what lies to the left. */
export const movedBy = (crop: Crop, dx: number, dy: number, picture: Size): Crop => {
  const side = sideOf(crop, picture);
  return insidePicture(
    { ...crop, centerX: crop.centerX - (dx * side) / picture.width, centerY: crop.centerY - (dy * side) / picture.height },
    picture,
  );
};

/** In pixels of the picture. */
export const squareOf = (crop: Crop, picture: Size): { x: number; y: number; side: number } => {
  const side = sideOf(crop, picture);
  return { x: crop.centerX * picture.width - side / 2, y: crop.centerY * picture.height - side / 2, side };
};
