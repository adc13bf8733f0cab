import { useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';

export interface SliderCaptchaState {
  /** Number of the puzzle; incremented with every new one. */
  readonly turn: number;
  /** Whether the server rejected the last solution; `SliderCaptcha` then shows an alert. */
  readonly refused: boolean;
  /** Closes the alert about the rejected solution. */
  readonly acknowledge: () => void;
  /** Starts another puzzle: a solution is valid for one call, successful or not. */
  readonly restart: () => void;
  /** Starts another puzzle after a failed call; shows an alert if the slider was refused (`account.sliderWrong`). */
  readonly handleFailure: (error: unknown) => void;
}

/** Creates the state of the slider captcha of one form. */
export const useSliderCaptcha = (): SliderCaptchaState => {
  const [{ turn, refused }, setState] = useState({ turn: 0, refused: false });
  const begin = (wasRefused: boolean): void => setState((last) => ({ turn: last.turn + 1, refused: wasRefused }));
  return {
    turn,
    refused,
    acknowledge: () => setState((last) => ({ ...last, refused: false })),
    restart: () => begin(false),
    handleFailure: (error) => begin(isRefusal(error, 'account.sliderWrong')),
  };
};
