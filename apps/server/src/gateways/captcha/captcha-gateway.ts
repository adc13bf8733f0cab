/** Making what a person can read, hear or put together, and a program does with trouble. Who asked and whether the answer is right is the account slice's part. */

interface ImageCaptcha {
  /** What the picture shows, in capitals. */
  readonly answer: string;
  readonly png: Buffer;
}

interface AudioCaptcha {
  /** The digits spoken. */
  readonly answer: string;
  readonly wav: Buffer;
}

interface SliderPuzzle {
  /** How far the piece must be moved to the right, in whole CSS pixels. */
  readonly answer: number;
  /** CSS pixels; the pictures may hold more. */
  readonly width: number;
  readonly height: number;
  readonly pieceWidth: number;
  /** PNG: the picture with the gap, and the piece, as high as the picture. */
  readonly picture: Buffer;
  readonly piece: Buffer;
}

export interface CaptchaGateway {
  createImage(): Promise<ImageCaptcha>;
  createAudio(): Promise<AudioCaptcha>;
  createSlider(): Promise<SliderPuzzle>;
  /** Called after a captcha was kept and before it is shown; demo mode notes the answer here. */
  noteAnswer(issued: { at: number; key: string; kind: 'image' | 'audio' | 'slider'; answer: string }): Promise<void>;
}
