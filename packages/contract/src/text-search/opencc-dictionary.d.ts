/** Type of the dictionary file of opencc-js, which declares none: a text `traditional simplified|traditional simplified|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
