/**
 * Text of the accessibility statement. Update it and its date with every change of the automatic checks (`e2e/src/accessibility.ts`,
 * `check-appearance.ts`, `tab-stops.ts`) and when a known limitation is fixed.
 */

interface StatementSection {
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly points?: readonly string[];
}

export const accessibilityText = {
  title: '无障碍声明',
  lead: '我们希望每个人都能用书房读书，包括使用读屏软件、只用键盘、放大显示或有其他需要的读者。',
  date: '本声明写于 2026 年 11 月 23 日，适用于书房的网页客户端。',
  sections: [
    {
      title: '遵循的标准',
      paragraphs: [
        '书房的界面以《Web 内容无障碍指南》（WCAG）2.2 的 A 级和 AA 级为目标。',
        '目前没有第三方机构做过评测，因此我们不声称完全符合，下面写明做过的检查和已知的不足。',
      ],
    },
    {
      title: '怎样检查',
      paragraphs: ['书房的每次修改都要通过下面的自动检查：'],
      points: [
        '用 axe-core 检查每个页面，规则为 WCAG 2.0、2.1 和 2.2 的 A、AA 级及通行的最佳做法：有内容时在 1440、1024 和 390 像素宽的窗口里检查，没有内容、加载失败、断网和未登录时在最窄的窗口里检查。',
        '用 Tab 键走过阅读器以外的各个页面：焦点停留处看得见，有明显的焦点框，顺序与阅读顺序一致。',
        '在上述三种宽度下，页面和表格不超出窗口，不需要左右滚动。',
        '在阅读器里只用键盘可以翻页、选择文字、打开图片；图形验证码可以改听语音数字。',
      ],
    },
    {
      title: '已知的不足',
      points: [
        '自动检查只能发现一部分问题。还没有请使用读屏软件的读者逐页试用过。',
        '随书房提供的示例图书，正文也经过同样的检查；其他图书的正文不在自动检查之内。正文能否用读屏软件阅读、图片有没有替代文字、视频有没有字幕，取决于出版者怎样制作；各书的说明在图书页的“无障碍”一栏。',
        '没有在 320 像素宽的窗口（相当于 1280 像素宽时放大到 400%）逐页检查。',
        '页面只有浅色主题。',
      ],
    },
  ] satisfies readonly StatementSection[] as readonly StatementSection[],
  report: {
    title: '遇到障碍时',
    text: '请告诉我们是哪个页面、想做什么、使用什么设备和辅助软件。也可以说明您需要的其他方式，例如请出版者提供可访问的版本。',
    link: '提交问题',
  },
} as const;
