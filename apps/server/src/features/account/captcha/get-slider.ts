/**
 * Creates one slider puzzle, or after too many wrong answers two to solve in sequence. Throws `request.tooMany`. Throws
 * `account.sliderPaused` after so many wrong answers that only the image and audio captchas are offered.
 */
import { CodedError } from '@shufang/contract';
import type { SliderPuzzle } from '../../../gateways/captcha/captcha-gateway.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { answerOfRounds, type CaptchaDependencies, dataUrl, issueCaptcha } from './captchas.ts';
import { sliderBudget } from './slider-budget.ts';

const viewPuzzle = ({ picture, piece }: SliderPuzzle) => ({ img: dataUrl('image/png', picture), piece: dataUrl('image/png', piece) });

export const getSlider: UseCase<'getSlider', CaptchaDependencies> = async (account, caller) => {
  const demand = await sliderBudget(account, caller).demand();
  if (demand === 'paused') throw new CodedError('account.sliderPaused');
  const { key, made } = await issueCaptcha(account, caller, 'slider', async () => {
    const first = await account.captcha.createSlider();
    const second = demand === 'two' ? await account.captcha.createSlider() : undefined;
    return { first, second, answer: answerOfRounds(second === undefined ? [first.answer] : [first.answer, second.answer]) };
  });
  const { width, height, pieceWidth } = made.first;
  return {
    key,
    width,
    height,
    pieceWidth,
    ...viewPuzzle(made.first),
    ...(made.second === undefined ? {} : { second: viewPuzzle(made.second) }),
  };
};
