/** Reads keys in the formats that operators have: PEM, PEM in one line with `\n`, or the bare base64 of Alipay's tool. */
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';

const pem = (label: string, base64: string): string =>
  `-----BEGIN ${label}-----\n${base64.replaceAll(/\s+/g, '').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

const spellings = (text: string, labels: readonly string[]): string[] => {
  const lines = text.trim().replaceAll('\\n', '\n');
  return lines.includes('-----BEGIN') ? [lines] : labels.map((label) => pem(label, lines));
};

const firstThat = (candidates: readonly string[], read: (key: string) => { asymmetricKeyType?: string | undefined }): string | undefined =>
  candidates.find((candidate) => {
    try {
      return read(candidate).asymmetricKeyType === 'rsa';
    } catch {
      // The text is not in this format, so the next format is tried.
      return false;
    }
  });

/** Returns the PEM of an RSA private key; undefined for anything else. */
export const readPrivateKey = (text: string): string | undefined =>
  firstThat(spellings(text, ['PRIVATE KEY', 'RSA PRIVATE KEY']), createPrivateKey);

/** Returns the PEM of an RSA public key or of a certificate with one; undefined for anything else. */
export const readPublicKey = (text: string): string | undefined =>
  firstThat(spellings(text, ['PUBLIC KEY', 'CERTIFICATE']), createPublicKey);

/** Returns the PEM of the certificate that belongs to this private key; undefined for anything else. */
export const readCertificateOf = (text: string, privateKey: string): string | undefined =>
  spellings(text, ['CERTIFICATE']).find((candidate) => {
    try {
      return new X509Certificate(candidate).checkPrivateKey(createPrivateKey(privateKey));
    } catch {
      // The text is not in this format, so the next format is tried.
      return false;
    }
  });
