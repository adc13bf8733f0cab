/** Making pictures a person can read and a program reads with trouble. Who asked and whether the answer is right is the account slice's part. */

interface ImageCaptcha {
  /** What the picture shows, in capitals. */
  readonly answer: string;
  readonly png: Buffer;
}

export interface CaptchaGateway {
  createImage(): Promise<ImageCaptcha>;
  /** Called after a captcha was kept and before it is shown; demo mode notes the answer here. */
  noteAnswer(issued: { at: number; key: string; kind: 'image' | 'slider'; answer: string }): Promise<void>;
}
