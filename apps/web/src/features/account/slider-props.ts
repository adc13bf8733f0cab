/** Props of every slider captcha, our own and that of a supplier. */
export interface SliderProps {
  /** Number of the puzzle; a new value starts another puzzle. */
  readonly turn: number;
  /**
   * Called when the user has solved the puzzle, with the value of `captcha` for the next call. The value is valid for one call, successful
   * or not.
   */
  readonly onSolved: (captcha: string) => void;
  /** Called when the user requests another puzzle; earlier solutions are then invalid. */
  readonly onRestart: () => void;
  readonly onLoadFailure: () => void;
}
