/** Dates and times in Chinese. */

interface DateFormat {
  /** `at`: ms since 1970. */
  readonly format: (at: number | Date) => string;
}

/** A browser takes milliseconds to make a format, and files make many that they may never use: each is made with its first date. */
export const chineseDates = (options: Intl.DateTimeFormatOptions): DateFormat => {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format: (at) => {
      made ??= new Intl.DateTimeFormat('zh-CN', options);
      return made.format(at);
    },
  };
};
