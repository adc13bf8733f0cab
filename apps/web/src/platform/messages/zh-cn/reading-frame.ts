/** Texts of the frame with the reading engine, in a module of its own, because the inline script of the reading page contains it. */
export const readingFrameText = {
  region: '阅读区',
  previous: '上一页',
  next: '下一页',
  /** Texts of the frame: for assistive technology, and on the buttons that open practice questions (`FrameTexts`). */
  frame: { untitled: '正文', picture: '图片', practice: '做这道题' },
};
