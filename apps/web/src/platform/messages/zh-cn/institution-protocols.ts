/** Texts of the protocols of institution sign-in, for every page that names a protocol. */
import { type InstitutionProtocol, institutionProtocol } from '@shufang/contract';

interface ProtocolTexts {
  /** The name in the settings of an institution. */
  readonly settings: string;
  /** The way of access in a license, and what it means. */
  readonly license: string;
  readonly licenseHint: string;
  /** The way of access as its user sees it. */
  readonly access: string;
  /** The way in which an institution confirmed a teacher. */
  readonly confirmation: string;
}

const texts: Readonly<Record<InstitutionProtocol, ProtocolTexts>> = {
  carsi: {
    settings: 'CARSI',
    license: 'CARSI 登录',
    licenseHint: '以学校身份登录的人，在那次登录里可以读。',
    access: 'CARSI 登录',
    confirmation: 'CARSI 登录',
  },
  oidc: {
    settings: 'OpenID Connect',
    license: '统一身份认证（OIDC）',
    licenseHint: '以单位身份登录的人，在那次登录里可以读。',
    access: '统一身份认证',
    confirmation: '统一身份认证登录',
  },
};

/** Returns one text of each protocol. */
export const protocolTexts = (use: keyof ProtocolTexts): Record<InstitutionProtocol, string> =>
  Object.fromEntries(institutionProtocol.options.map((protocol) => [protocol, texts[protocol][use]])) as Record<
    InstitutionProtocol,
    string
  >;
