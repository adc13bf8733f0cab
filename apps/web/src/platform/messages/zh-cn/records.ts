/** Common texts of record lists and their states, for the pages of readers and of the admin area. */

export const recordsText = {
  loading: '正在加载',
  failed: (what: string) => `${what}没有加载出来`,
  trace: (requestId: string) => `请求编号：${requestId}`,
  retry: '重试',
  more: '加载更多',
  all: '全部',
  /** Label of the button that shows and hides the filters of a list on phones. */
  filters: '筛选',
  /** Label of a filter with its number of records. `count`: absent until it is loaded. */
  counted: (label: string, count: number | undefined) => (count === undefined ? label : `${label}（${count}）`),
  actions: '操作',
  state: '状态',
  draftRestored: '上次填写、还没有保存的内容已恢复。',
  discardDraft: '放弃，显示已保存的内容',
} as const;
