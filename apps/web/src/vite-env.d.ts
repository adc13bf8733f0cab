/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Name of the operator of this installation, shown on the help page; set when the client is built. */
  readonly VITE_OPERATOR_NAME?: string;
  readonly VITE_OPERATOR_CONTACT?: string;
}
