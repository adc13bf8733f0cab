/** Texts of charts. */
export const chartText = {
  table: '查看数据表',
  tableOf: (title: string) => `${title}：数据表`,
  nothing: '还没有可以画出来的数据',
} as const;
