/** Creates captchas that humans can read, hear or solve and most programs cannot. The account slice stores them and checks the answers. */

interface ImageCaptcha {
  /** The characters that the picture of the captcha shows, in capitals. */
  readonly answer: string;
  readonly png: Buffer;
}

interface AudioCaptcha {
  /** The digits that the audio captcha speaks. */
  readonly answer: string;
  readonly wav: Buffer;
}

export interface SliderPuzzle {
  /** Distance by which the puzzle piece must be moved to the right, in whole CSS pixels. */
  readonly answer: number;
  /** Size of the displayed picture in CSS pixels; the image files may have more pixels. */
  readonly width: number;
  readonly height: number;
  readonly pieceWidth: number;
  /** The picture with the gap and the puzzle piece, both PNG and of the same height. */
  readonly picture: Buffer;
  readonly piece: Buffer;
}

export interface CaptchaGateway {
  createImage(): Promise<ImageCaptcha>;
  createAudio(): Promise<AudioCaptcha>;
  createSlider(): Promise<SliderPuzzle>;
  /** Called after a captcha is stored and before it is shown; demo mode records the answer here. */
  noteAnswer(issued: { at: number; key: string; kind: 'image' | 'audio' | 'slider'; answer: string }): Promise<void>;
}
