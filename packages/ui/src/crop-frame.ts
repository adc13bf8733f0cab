/** The part of a picture that a person has chosen: a frame of one shape, moved and zoomed in fractions of the picture, never past its edges. Pure. */

/** `centerX`, `centerY`: 0 to 1 of the picture. `zoom`: 1 is the largest frame that fits. */
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

/** The chosen frame's size, in pixels of the picture. `ratio`: width to height. */
const sizeOf = (crop: Crop, picture: Size, ratio: number): Size => {
  const width = Math.min(picture.width, picture.height * ratio) / crop.zoom;
  return { width, height: width / ratio };
};

/** The nearest crop that lies inside the picture. */
export const insidePicture = (crop: Crop, picture: Size, ratio: number): Crop => {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const frame = sizeOf({ ...crop, zoom }, picture, ratio);
  const [marginX, marginY] = [frame.width / 2 / picture.width, frame.height / 2 / picture.height];
  return { zoom, centerX: clamp(crop.centerX, marginX, 1 - marginX), centerY: clamp(crop.centerY, marginY, 1 - marginY) };
};

/** Moves the picture by parts of the frame's width and height: dragging to the right shows what lies to the left. */
export const movedBy = (crop: Crop, dx: number, dy: number, picture: Size, ratio: number): Crop => {
  const frame = sizeOf(crop, picture, ratio);
  return insidePicture(
    { ...crop, centerX: crop.centerX - (dx * frame.width) / picture.width, centerY: crop.centerY - (dy * frame.height) / picture.height },
    picture,
    ratio,
  );
};

/** In pixels of the picture. */
export const frameOf = (crop: Crop, picture: Size, ratio: number): Size & { x: number; y: number } => {
  const frame = sizeOf(crop, picture, ratio);
  return { x: crop.centerX * picture.width - frame.width / 2, y: crop.centerY * picture.height - frame.height / 2, ...frame };
};
