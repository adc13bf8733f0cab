/** Crop geometry: a frame of fixed aspect ratio, moved and zoomed in fractions of the picture, within its edges. Pure. */

/**
 * A crop of a picture. `centerX`, `centerY`: its center, 0 to 1 of the picture. `zoom`: 1 is the largest frame that fits into the picture.
 */
export interface Crop {
  readonly centerX: number;
  readonly centerY: number;
  readonly zoom: number;
}

export const ZOOM_MAX = 5;
export const INITIAL_CROP: Crop = { centerX: 0.5, centerY: 0.5, zoom: 1 };

export interface Size {
  readonly width: number;
  readonly height: number;
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the size of the crop's frame, in pixels of the picture. `ratio`: width of the frame divided by its height. */
const sizeOf = (crop: Crop, picture: Size, ratio: number): Size => {
  const width = Math.min(picture.width, picture.height * ratio) / crop.zoom;
  return { width, height: width / ratio };
};

/** Returns the crop nearest to `crop` whose frame lies inside the picture. */
export const insidePicture = (crop: Crop, picture: Size, ratio: number): Crop => {
  const zoom = clamp(crop.zoom, 1, ZOOM_MAX);
  const frame = sizeOf({ ...crop, zoom }, picture, ratio);
  const [marginX, marginY] = [frame.width / 2 / picture.width, frame.height / 2 / picture.height];
  return { zoom, centerX: clamp(crop.centerX, marginX, 1 - marginX), centerY: clamp(crop.centerY, marginY, 1 - marginY) };
};

/** Moves the crop by fractions of the frame's width and height. Dragging to the right shows a part of the picture further to the left. */
export const movedBy = (crop: Crop, dx: number, dy: number, picture: Size, ratio: number): Crop => {
  const frame = sizeOf(crop, picture, ratio);
  return insidePicture(
    { ...crop, centerX: crop.centerX - (dx * frame.width) / picture.width, centerY: crop.centerY - (dy * frame.height) / picture.height },
    picture,
    ratio,
  );
};

/** Returns position and size of the crop's frame in pixels of the picture. */
export const frameOf = (crop: Crop, picture: Size, ratio: number): Size & { x: number; y: number } => {
  const frame = sizeOf(crop, picture, ratio);
  return { x: crop.centerX * picture.width - frame.width / 2, y: crop.centerY * picture.height - frame.height / 2, ...frame };
};
