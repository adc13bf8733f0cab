/** The key pair that signs versions. The publisher holds the private key; clients contain the public ones. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { ReleaseError } from './release-error.ts';

export interface ReleaseKey {
  readonly privateKey: KeyObject;
  /** The public key in PEM, in the format SubjectPublicKeyInfo. */
  readonly publicKeyPem: string;
  /** Id of the key: the first 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). */
  readonly keyId: string;
}

/** Returns the id of a public key. */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

const describe = (privateKey: KeyObject): ReleaseKey => {
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), keyId: keyIdOf(publicKey) };
};

/** Generates a key pair with the private key as PKCS#8 PEM. */
export const makeReleaseKey = (): ReleaseKey & { privateKeyPem: string } => {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...describe(privateKey), privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
};

/** Parses a private key. Throws `ReleaseError`, whose message never contains the content of the file. */
export const readReleaseKey = (pem: string): ReleaseKey => {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch (error) {
    throw new ReleaseError('签名密钥无法读取：须为 release key create 生成的 PEM 私钥文件', { cause: error });
  }
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new ReleaseError('签名密钥须为 Ed25519 私钥，请用 release key create 生成');
  return describe(privateKey);
};

/** Returns the id of the public key in a PEM text, which can also be a private key. Throws `ReleaseError`. */
export const readKeyId = (pem: string): string => {
  try {
    return keyIdOf(createPublicKey(pem));
  } catch (error) {
    throw new ReleaseError('公钥无法读取：须为 release key create 显示的 PEM 公钥', { cause: error });
  }
};

/** Returns the signature in base64 over the UTF-8 bytes of `text`. */
export const signText = ({ privateKey }: Pick<ReleaseKey, 'privateKey'>, text: string): string =>
  sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64');
