/** Texts about the result of the check of a server address. */
import type { ServerCheck } from '@shufang/desktop-bridge/channels';

export const setupText = {
  connect: '连接',
  connecting: '正在连接…',
  failed: '没有连上，请再试一次。',
} as const;

const CERTIFICATE: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: '服务器的证书已过期或尚未生效。请先核对这台电脑的日期和时间；如果没有错，请联系管理员更新证书。',
  ERR_CERT_COMMON_NAME_INVALID: '服务器的证书不是签发给这个网址的。请核对网址，或联系管理员。',
  ERR_CERT_AUTHORITY_INVALID: '服务器的证书不是由受信任的机构签发的。如果是校内自建的服务器，请联系管理员在这台电脑上安装单位的根证书。',
  ERR_CERT_REVOKED: '服务器的证书已被吊销，不能继续。请联系管理员。',
};
const OTHER_CERTIFICATE = '无法建立安全连接，所以没有继续。请联系管理员。';

const MESSAGES: Readonly<Record<Exclude<ServerCheck['result'], 'chosen' | 'certificate'>, string>> = {
  invalid: '这不是一个网址。请检查有没有多余的空格或漏掉的部分。',
  unreachable: '连不上这个网址。请检查网址和网络；在校外时，可能要先连接学校的 VPN。',
  timeout: '服务器没有及时回应。请稍后再试。',
  otherProduct: '这个网址可以打开，但不是书房的服务器。请核对网址。',
};

/** Returns the text that explains why a server cannot be used; an empty text for a server that was chosen. */
export const messageOf = (check: ServerCheck): string => {
  if (check.result === 'chosen') return '';
  if (check.result !== 'certificate') return MESSAGES[check.result];
  return `${CERTIFICATE[check.reason] ?? OTHER_CERTIFICATE}（${check.reason}）`;
};
