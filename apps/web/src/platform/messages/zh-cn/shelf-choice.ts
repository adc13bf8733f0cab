/** Texts for adding a book to the shelf or to the favorites; separate, because the book page needs no other text of the bookshelf. */
export const shelfChoiceText = {
  addToShelf: '加入书架',
  addFavorite: '收藏',
  isFavorite: '已收藏',
  isOnShelf: '已在书架',
  done: {
    added: (count: number) => `已把 ${count} 本书加入书架`,
    takenOff: (count: number) => `已移出 ${count} 本书`,
    favorite: (count: number) => `已收藏 ${count} 本书`,
    unfavorite: '已取消收藏',
  },
};
