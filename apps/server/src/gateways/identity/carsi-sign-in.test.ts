import { CodedError } from '@shufang/contract';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { carsiMetadata, createCarsiSignIn } from './carsi-sign-in.ts';
import type { IdentityGateway, MetadataSettings } from './identity-gateway.ts';
import { MetadataError, readIdpMetadata } from './idp-metadata.ts';
import type { CarsiPlatform } from './saml-work.ts';
import { AFFILIATION, createSamlStandIn, makeKeyPair, SAML_PAIRWISE_ID, type SamlStandIn } from './testing/identity-stand-ins.ts';

const DOMAIN = 'yingtai.edu.cn';
let idp: SamlStandIn;
let other: SamlStandIn;
let platform: CarsiPlatform;
let carsi: IdentityGateway<MetadataSettings>;
let settings: MetadataSettings;

beforeAll(async () => {
  [idp, other] = [await createSamlStandIn(DOMAIN), await createSamlStandIn('linqu.edu.cn')];
  platform = {
    entityId: 'https://books.example.com/api/auth/carsi/metadata',
    responseUrl: 'https://books.example.com/api/auth/carsi/acs',
    name: '书房',
    ...(await makeKeyPair('books.example.com')),
  };
  carsi = createCarsiSignIn(platform);
  const { entityId, ssoUrl, certificates } = readIdpMetadata(idp.metadata);
  settings = { domain: DOMAIN, entityId, ssoUrl, certificates };
});

const begin = () => carsi.begin(settings, { state: 'i.state', returnUrl: 'https://books.example.com/lesson/connect/dispatch' });
const find = (requestId: string, xml: string) =>
  carsi.findProfile(settings, requestId, {
    state: 'i.state',
    code: 'posted',
    issuer: undefined,
    returnUrl: '',
    samlResponse: Buffer.from(xml).toString('base64'),
  });
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CodedError ? error.code : String(error)),
  );

describe('sign-in through a university (SAML)', () => {
  it('sends a request that we signed and accepts the response to it', async () => {
    const { url, checkData: requestId } = await begin();
    expect(url.startsWith(idp.ssoUrl)).toBe(true);
    expect(new URL(url).searchParams.get('Signature')).toMatch(/.{40}/);
    expect(idp.readRequest(url)).toEqual({ id: requestId, acsUrl: platform.responseUrl, issuer: platform.entityId, relayState: 'i.state' });
    const end = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    expect(await find(requestId, idp.respond(url, { sessionNotOnOrAfter: end }))).toEqual({
      scope: DOMAIN,
      subject: 'person-1',
      affiliations: ['student', 'member'],
      endsAt: end.getTime(),
    });
  });

  it('accepts the older kinds of permanent ids, and no id that changes with each sign-in', async () => {
    const first = await begin();
    const targeted = '<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">opaque-7</saml:NameID>';
    const byAttribute = { 'urn:oid:1.3.6.1.4.1.5923.1.1.1.10': [targeted], [AFFILIATION]: [`faculty@${DOMAIN}`] };
    expect(await find(first.checkData, idp.respond(first.url, { attributes: byAttribute }))).toMatchObject({ subject: 'opaque-7' });
    const second = await begin();
    const persistent = { nameId: 'opaque-8', nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' };
    const plain = { attributes: { [AFFILIATION]: [`faculty@${DOMAIN}`] } };
    expect(await find(second.checkData, idp.respond(second.url, { ...plain, ...persistent }))).toMatchObject({ subject: 'opaque-8' });
    const third = await begin();
    expect(await outcomeOf(find(third.checkData, idp.respond(third.url, plain)))).toBe('institution.signInFailed');
  });

  it('returns the affiliations of the user with this university only', async () => {
    const { url, checkData: requestId } = await begin();
    const attributes = { [SAML_PAIRWISE_ID]: [`p@${DOMAIN}`], [AFFILIATION]: ['student@linqu.edu.cn', `alum@${DOMAIN}`, 'member', '@'] };
    expect((await find(requestId, idp.respond(url, { attributes }))).affiliations).toEqual(['alum']);
  });

  const past = (ms: number) => new Date(Date.now() - ms);
  test.each<[string, (url: string) => string]>([
    ['an unsigned response', (url) => idp.respond(url, {}, { sign: false })],
    ['an answer signed by another', (url) => other.respond(url, { issuer: idp.entityId })],
    ['a changed answer', (url) => idp.respond(url).replace('person-1@', 'person-2@')],
    ['an answer signed in the old way', (url) => idp.respond(url, {}, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })],
    ['an answer for another platform', (url) => idp.respond(url, { audience: 'https://other.example.com' })],
    ['an answer meant for another address', (url) => idp.respond(url, { recipient: 'https://other.example.com/acs' })],
    ['an answer to another request', (url) => idp.respond(url, { inResponseTo: '_another' })],
    ['an answer to no request', (url) => idp.respond(url).replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1')],
    ['an answer by another issuer', (url) => idp.respond(url, { issuer: 'https://idp.example.com' })],
    ['an expired response', (url) => idp.respond(url, { notBefore: past(900_000), notOnOrAfter: past(600_000) })],
    ['an answer from the future', (url) => idp.respond(url, { notBefore: past(-600_000), notOnOrAfter: past(-900_000) })],
    ['an id of another domain', (url) => idp.respond(url, { attributes: { [SAML_PAIRWISE_ID]: ['p@linqu.edu.cn'] } })],
    ['a declared entity', (url) => `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${idp.respond(url)}`],
    ['a name cut in two by a comment, which is not what was signed', (url) => idp.respond(url).replace('person-1@', 'person-1<!---->@x')],
    ['no XML', () => 'nothing at all'],
    ['nothing', () => ''],
  ])('refuses %s', async (_, response) => {
    const { url, checkData: requestId } = await begin();
    expect(await outcomeOf(find(requestId, response(url)))).toBe('institution.signInFailed');
  });

  const wrapped = (url: string, put: (signed: string, forged: string) => string): string => {
    const xml = idp.respond(url);
    const signed = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';
    const forged = signed
      .replace(/<(?:\w+:)?Signature .*<\/(?:\w+:)?Signature>/s, '')
      .replace(/ ID="[^"]+"/, ' ID="_forged"')
      .replace('person-1@', 'person-2@');
    expect(forged).toContain('person-2@');
    return xml.replace(signed, put(signed, forged));
  };
  test.each<[string, (signed: string, forged: string) => string]>([
    ['before the signed one', (signed, forged) => forged + signed],
    ['after the signed one', (signed, forged) => signed + forged],
    ['around the signed one', (signed, forged) => forged.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)],
    ['with the signed one hidden in extensions', (signed, forged) => `<samlp:Extensions>${signed}</samlp:Extensions>${forged}`],
    [
      'that carries the signature of the other',
      (signed, forged) => {
        const signature = /<(?:\w+:)?Signature .*<\/(?:\w+:)?Signature>/s.exec(signed)?.[0] ?? '';
        const inner = signed.replace(signature, '');
        return forged.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace(/(<\/(?:\w+:)?Signature>)$/, `<Object>${inner}</Object>$1`)}`,
        );
      },
    ],
  ])('refuses a forged assertion %s (signature wrapping)', async (_, put) => {
    const { url, checkData: requestId } = await begin();
    expect(await outcomeOf(find(requestId, wrapped(url, put)))).toBe('institution.signInFailed');
  });
});

describe('metadata', () => {
  it('of the platform contains the key, the response URL and the two requested attributes', () => {
    const xml = carsiMetadata(platform);
    expect(xml).toContain(`entityID="${platform.entityId}"`);
    expect(xml).toContain(`Location="${platform.responseUrl}"`);
    expect(xml).toContain(platform.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''));
    expect(xml.match(/<md:RequestedAttribute /g)).toHaveLength(2);
  });

  it('of a university is parsed: its entity id, sign-in URL, keys and domain', () => {
    expect(readIdpMetadata(idp.metadata)).toEqual({
      entityId: idp.entityId,
      ssoUrl: idp.ssoUrl,
      certificates: [idp.certificate],
      scopes: [DOMAIN],
    });
  });

  test.each([
    ['no XML', 'nothing', /格式有误/],
    ['a declared entity', '<!DOCTYPE x [<!ENTITY a "b">]><x/>', /实体/],
    ['no provider', '<x xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>', /没有身份提供方/],
  ])('with %s is refused', (_, xml, reason) => {
    expect(() => readIdpMetadata(xml)).toThrow(MetadataError);
    expect(() => readIdpMetadata(xml)).toThrow(reason);
  });

  it('without a key, or with a broken one, is refused', () => {
    expect(() => readIdpMetadata(idp.metadata.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, ''))).toThrow(/没有签名证书/);
    expect(() => readIdpMetadata(idp.metadata.replace(/<ds:X509Certificate>\n.{9}/s, '<ds:X509Certificate>XXXXXXXXX'))).toThrow(/不能读取/);
  });
});
