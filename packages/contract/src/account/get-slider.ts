import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Returns a new puzzle of the slider captcha: the user moves the piece to the gap in the image. The image is 320 x 40 CSS pixels
 * (specification.md §2).
 */
export const getSlider = operation({
  name: 'getSlider',
  method: 'GET',
  path: '/api/center-user/auth/getSlider',
  summary: '获取滑动验证',
  permission: 'signIn',
  audience: 'anyone',
  style: 'centerUser',
  input: z.object({ refresh: z.string().max(64).optional() }),
  output: z.object({
    key: z.string(),
    /** Width of the image in CSS pixels. */
    width: z.number().int(),
    height: z.number().int(),
    pieceWidth: z.number().int(),
    /** PNG data URLs of the image with the gap and of the puzzle piece, which is as high as the image. */
    img: z.string(),
    piece: z.string(),
    /** A second puzzle of the same size, present after too many wrong solutions from this IP or device. */
    second: z.object({ img: z.string(), piece: z.string() }).optional(),
  }),
  errors: ['account.sliderPaused'],
});
