/** Formats dates and times in Chinese. */

interface DateFormat {
  /** Returns the formatted time; `at` is in ms since 1970. */
  readonly format: (at: number | Date) => string;
}

/** Creating an `Intl.DateTimeFormat` takes milliseconds, so each is created on first use. */
export const chineseDates = (options: Intl.DateTimeFormatOptions): DateFormat => {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format: (at) => {
      made ??= new Intl.DateTimeFormat('zh-CN', options);
      return made.format(at);
    },
  };
};
