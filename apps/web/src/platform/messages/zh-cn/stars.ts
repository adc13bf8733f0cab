/** Texts of ratings and errata that the product page needs before one of its tabs is opened. */
export const starsText = {
  tab: '评价',
  errataTab: '勘误',
  stars: (stars: number) => `${stars} 星`,
  starNames: ['很差', '较差', '一般', '较好', '很好'],
  mean: (mean: number) => mean.toFixed(1),
  count: (count: number) => `${count} 条评价`,
  chooseStars: '评分',
};
