/** Texts of the preview of the home page, which the home page shows to curators. */
export const homePreviewText = {
  title: '首页预览',
  lead: '只有编辑看得到，读者看到的首页不受影响。',
  refused: (why: string) => `不能预览：${why}`,
  at: '预览时间（空着为现在）',
  drafts: '包括已隐藏和未到日期的',
  toHomeSlots: '首页位置',
  leave: '退出预览',
  hidden: '已隐藏',
  startsAt: (moment: string) => `${moment}起显示`,
  targetHidden: '指向的内容未公开',
  and: '，',
  slotOf: (name: string) => `预览 ${name}`,
  slot: '预览',
} as const;
