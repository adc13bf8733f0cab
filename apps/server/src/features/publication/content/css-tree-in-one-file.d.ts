/**
 * Types of the package css-tree when it is loaded as one file. Loading it from its 125 files takes longer than converting a short book,
 * and only the package itself has types.
 */
declare module 'css-tree/dist/csstree.esm' {
  export * from 'css-tree';
}
