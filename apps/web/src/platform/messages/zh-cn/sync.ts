/** Texts of the sync status. */
export const syncText = {
  status: {
    signedOut: '未登录，仅存本机',
    offline: '离线 · 已存本机',
    local: '已存本机',
    synced: '已同步',
  },
  statusHint: {
    signedOut: '标注和进度只保存在这台设备上，登录后可以合并到您的账号',
    offline: '现在连不上网络，更改已保存在本机，联网后自动同步',
    local: '更改已保存在本机，正在同步到您的账号',
    synced: '所有更改都已保存到您的账号',
  },
  rejectedCount: (count: number) => `${count} 条更改未被接受`,
  rejectedTitle: '未被接受的更改',
  rejectedIntro: '下面的更改已保存在本机，但服务器没有接受。您可以重试，或放弃更改、恢复为账号里的内容。',
  rejectedWhat: {
    annotation: '标注或笔记',
    progress: '阅读进度',
    preferences: '显示设置',
    shelfItem: '书架',
    shelfGroup: '书架分组',
    favorite: '收藏',
    reviewCard: '复习卡片',
    practiceAnswer: '练习答案',
    interactiveState: '互动内容的数据',
  },
  rejectedUnknown: '服务器没有说明原因',
  retry: '重试',
  discard: '放弃更改',
  adoptOffer: ({ annotations, books }: { annotations: number; books: number }) => {
    const what = [...(annotations > 0 ? [`${annotations} 条标注`] : []), ...(books > 0 ? [`${books} 本书`] : [])].join('、');
    return `本机有登录前的 ${what}，要合并到您的账号吗？`;
  },
  adopt: '合并',
  adoptLater: '以后再说',
} as const;
