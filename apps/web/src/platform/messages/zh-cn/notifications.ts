/** Texts of the pages that show notifications. */
export const notificationText = {
  title: '消息',
  lead: '问题的回复、申请与退款的结果、图书的新版本。保留 180 天。',
  stripLabel: '新消息',
  unread: (count: number) => `${count} 条未读消息`,
  isUnread: '未读',
  readAll: '全部标为已读',
  seeAll: '查看全部',
  dismiss: (text: string) => `标为已读：${text}`,
  empty: '还没有消息',
  emptyHint: '您提交的问题、申请和退款有了结果，或拥有的图书出了新版本，会在这里告诉您。',
  failed: '消息没有加载出来',
  retry: '重试',
} as const;
