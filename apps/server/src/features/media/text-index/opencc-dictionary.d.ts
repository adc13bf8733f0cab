/** The dictionary file of opencc-js is published without types: `traditional simplified|traditional simplified|…`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
