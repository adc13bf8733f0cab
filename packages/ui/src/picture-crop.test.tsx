/** Tests of the control that crops a picture: keyboard, slider, pointer, and what is drawn. The geometry is tested in `crop-frame.test.ts`. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useRef, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Crop, INITIAL_CROP, ZOOM_MAX } from './crop-frame.ts';
import { cutFile, PictureCrop } from './picture-crop.tsx';

/** A picture of 400 × 200 pixels: a square frame can be moved horizontally at once, and vertically only when it is zoomed. */
const picture: ImageBitmap = { width: 400, height: 200, close: () => undefined };
const drawImage = vi.fn();

const Page = ({ initial, onCrop }: { readonly initial: Crop; readonly onCrop: (crop: Crop) => void }) => {
  const [crop, setCrop] = useState(initial);
  const canvas = useRef<HTMLCanvasElement>(null);
  return (
    <PictureCrop
      picture={picture}
      crop={crop}
      onCropChange={(next) => {
        onCrop(next);
        setCrop(next);
      }}
      canvas={canvas}
      size={{ width: 100, height: 100 }}
      label="取景框"
      hint="拖动图片选择位置"
      zoomLabel="缩放"
    />
  );
};

const openCrop = (initial = INITIAL_CROP) => {
  const onCrop = vi.fn<(crop: Crop) => void>();
  const { container } = render(<Page initial={initial} onCrop={onCrop} />);
  const frame = screen.getByRole('button', { name: '取景框' });
  return { container, user: userEvent.setup(), frame, last: () => onCrop.mock.lastCall?.[0], onCrop };
};

beforeEach(() => {
  drawImage.mockClear();
  // jsdom has no canvas, so the test records what is drawn.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as unknown as null);
});

it('the crop has a frame and a slider with names, and a hint, without accessibility violations', async () => {
  const { container } = openCrop();
  expect(screen.getByRole('slider', { name: '缩放' })).toHaveValue('1');
  expect(screen.getByText('拖动图片选择位置')).toBeVisible();
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([]);
});

it('the part of the picture inside the frame is drawn at the size of the result', () => {
  openCrop();
  expect(drawImage).toHaveBeenLastCalledWith(picture, 100, 0, 200, 200, 0, 0, 100, 100);
});

it.each([
  ['ArrowRight', { centerX: 0.5125, centerY: 0.5 }],
  ['ArrowLeft', { centerX: 0.4875, centerY: 0.5 }],
  ['ArrowDown', { centerX: 0.5, centerY: 0.525 }],
  ['ArrowUp', { centerX: 0.5, centerY: 0.475 }],
])('the key %s moves the frame by a twentieth of its size', async (key, center) => {
  const zoomed = { ...INITIAL_CROP, zoom: 2 };
  const { user, frame, last } = openCrop(zoomed);
  frame.focus();
  await user.keyboard(`{${key}}`);
  expect(last()?.centerX).toBeCloseTo(center.centerX, 6);
  expect(last()?.centerY).toBeCloseTo(center.centerY, 6);
  expect(last()?.zoom).toBe(2);
});

it('the frame stops at the edge of the picture', async () => {
  const { user, frame, last } = openCrop();
  frame.focus();
  await user.keyboard('{ArrowRight>30/}');
  expect(last()?.centerX).toBeCloseTo(0.75);
  await user.keyboard('{ArrowDown}');
  expect(last()?.centerY).toBeCloseTo(0.5);
});

it('plus and minus zoom within the limits, and the slider follows', async () => {
  const { user, frame, last } = openCrop();
  frame.focus();
  await user.keyboard('+');
  expect(last()?.zoom).toBeCloseTo(1.1);
  expect(screen.getByRole('slider', { name: '缩放' })).toHaveValue('1.1');
  await user.keyboard('--');
  expect(last()?.zoom).toBe(1);
  await user.keyboard('{=>60/}');
  expect(last()?.zoom).toBe(ZOOM_MAX);
});

it('other keys keep their meaning and change nothing', async () => {
  const { user, frame, onCrop } = openCrop();
  frame.focus();
  await user.keyboard('a');
  await user.tab();
  expect(screen.getByRole('slider', { name: '缩放' })).toHaveFocus();
  expect(onCrop).not.toHaveBeenCalled();
});

it('the slider zooms into the picture', () => {
  const { last } = openCrop();
  fireEvent.change(screen.getByRole('slider', { name: '缩放' }), { target: { value: '2.5' } });
  expect(last()).toEqual({ centerX: 0.5, centerY: 0.5, zoom: 2.5 });
});

it('a failed conversion of the canvas is reported as an error', async () => {
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(null));
  await expect(cutFile(canvas, '封面.png')).rejects.toThrow('no picture');
});

it('the content of the canvas becomes a PNG file with the given name', async () => {
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'toBlob').mockImplementation((done, type) => done(new Blob(['png'], { type: type ?? '' })));
  const file = await cutFile(canvas, '封面.png');
  expect([file.name, file.type, file.size]).toEqual(['封面.png', 'image/png', 3]);
});
