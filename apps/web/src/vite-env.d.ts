/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Who runs this installation, for the help page; set when the client is built. */
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_CONTACT?: string;
}
