/** Crops a picture: the user moves and zooms it inside a frame by pointer, touch and keyboard. */
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect } from 'react';
import { Slider } from './controls.tsx';
import { type Crop, frameOf, insidePicture, movedBy, ZOOM_MAX } from './crop-frame.ts';
import styles from './picture-crop.module.css';

/** Change by one key press: an arrow key moves the picture by this fraction of the frame. */
const STEP = 0.05;
const ZOOM_STEP = 0.1;

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
};
const zooms: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': -ZOOM_STEP };

/** Size of the cropped picture, in pixels. */
interface CutSize {
  readonly width: number;
  readonly height: number;
}

const draw = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop, size: CutSize): void => {
  const { x, y, width, height } = frameOf(crop, picture, size.width / size.height);
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
};

/** Returns the content of the canvas as a PNG file. */
export const cutFile = (canvas: HTMLCanvasElement, name: string): Promise<File> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the canvas gave no picture'));
      else resolve(new File([blob], name, { type: 'image/png' }));
    }, 'image/png');
  });

interface PictureCropProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onCropChange: (crop: Crop) => void;
  /** Reference to the canvas on which the cropped picture is drawn. */
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly size: CutSize;
  /** Shape of the preview: `round` shows it in a circle. */
  readonly shape?: 'round' | 'plain';
  readonly label: string;
  readonly hint: string;
  readonly zoomLabel: string;
}

export const PictureCrop = ({ picture, crop, onCropChange, canvas, size, shape = 'plain', label, hint, zoomLabel }: PictureCropProps) => {
  const { width, height } = size;
  const ratio = width / height;
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop, { width, height });
  }, [canvas, picture, crop, width, height]);
  const handlePointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    onCropChange(movedBy(crop, event.movementX / box.width, event.movementY / box.height, picture, ratio));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    const zoom = zooms[event.key];
    if (move === undefined && zoom === undefined) return;
    event.preventDefault();
    if (move) onCropChange(movedBy(crop, ...move, picture, ratio));
    if (zoom) onCropChange(insidePicture({ ...crop, zoom: crop.zoom + zoom }, picture, ratio));
  };
  return (
    <>
      <button
        type="button"
        className={styles.crop}
        data-shape={shape}
        style={{ aspectRatio: `${width} / ${height}` }}
        aria-label={label}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handlePointerMove}
        onKeyDown={handleKey}
      >
        <canvas ref={canvas} />
      </button>
      <p className={styles.hint}>{hint}</p>
      <label className={styles.zoom}>
        {zoomLabel}
        <Slider
          min={1}
          max={ZOOM_MAX}
          step={0.01}
          value={crop.zoom}
          onChange={(zoom) => onCropChange(insidePicture({ ...crop, zoom }, picture, ratio))}
        />
      </label>
    </>
  );
};
