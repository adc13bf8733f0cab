import { useState } from 'react';
import { isRefusal } from '../../platform/api/api-error.ts';

export interface SliderCaptchaState {
  /** Counts up with every new puzzle. */
  readonly turn: number;
  /** The server did not take the last answer; `SliderCaptcha` shows the alert for it. */
  readonly refused: boolean;
  /** The alert was read. */
  readonly acknowledge: () => void;
  /** Another puzzle: an answer is worth one call, whatever came of it. */
  readonly restart: () => void;
  /** Another puzzle after a failed call; tells the person when it was the slider that was not taken (`account.sliderWrong`). */
  readonly handleFailure: (error: unknown) => void;
}

/** The slider of one form. */
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
