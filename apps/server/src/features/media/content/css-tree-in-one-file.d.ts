/** css-tree in one file: read from its 125, it takes a conversion longer to start than a short book to convert. Types come for the package alone. */
declare module 'css-tree/dist/csstree.esm' {
  export * from 'css-tree';
}
