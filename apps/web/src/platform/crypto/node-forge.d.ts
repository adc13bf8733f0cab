/** Types of the parts of node-forge that we load, taken from its published types. The complete package is four times as large. */
declare module 'node-forge/lib/forge.js' {
  import forge from 'node-forge';

  export default forge;
}
declare module 'node-forge/lib/rsa.js';
declare module 'node-forge/lib/sha256.js';
