/**
 * Identity providers for tests, which sign as the real ones do: an OpenID provider over HTTP, and a SAML provider that responds in memory.
 * Each can be configured to send one kind of wrong response.
 */
import { execFile } from 'node:child_process';
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';

/** Creates a key and its certificate, both PEM, with openssl, because Node alone cannot create certificates. */
export const makeKeyPair = async (name: string): Promise<{ privateKey: string; certificate: string }> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'identity-'));
  try {
    const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
    const options = ['req', '-x509', '-newkey', 'rsa:2048', '-sha256', '-nodes', '-days', '3650', '-subj', `/CN=${name}`];
    await promisify(execFile)('openssl', [...options, '-keyout', key, '-out', certificate]);
    return { privateKey: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
};

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const signJwt = (key: KeyObject, header: object, claims: object): string => {
  const text = `${base64url({ alg: 'RS256', ...header })}.${base64url(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
};

export interface OidcStandIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The claims about the user who signs in from now on. */
  claims: Record<string, unknown>;
  /** Changes to the claims of the next tokens before they are signed; `sign` replaces the signature. */
  change: { claims?: (claims: Record<string, unknown>) => Record<string, unknown>; sign?: (claims: object) => string; status?: number };
  /** Requests the provider's page without a browser and returns the URL it redirects to. */
  agree(url: string): URL;
  stop(): Promise<void>;
}

export const startOidcStandIn = async (): Promise<OidcStandIn> => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [clientId, clientSecret] = ['shufang', 'the secret of the stand-in'];
  const codes = new Map<string, { challenge: string; nonce: string; redirectUri: string; claims: Record<string, unknown> }>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const respond = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      if (standIn.change.status !== undefined) return respond(standIn.change.status, { error: 'server_error' });
      const at = new URL(request.url ?? '/', standIn.issuer).pathname;
      if (at === '/.well-known/openid-configuration')
        return respond(200, {
          issuer: standIn.issuer,
          authorization_endpoint: `${standIn.issuer}/authorize`,
          token_endpoint: `${standIn.issuer}/token`,
          jwks_uri: `${standIn.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
          code_challenge_methods_supported: ['S256'],
        });
      if (at === '/jwks') return respond(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] });
      const sent = new URLSearchParams(Buffer.concat(parts).toString());
      const code = codes.get(sent.get('code') ?? '');
      codes.delete(sent.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      const isRight =
        code !== undefined &&
        sent.get('client_id') === clientId &&
        sent.get('client_secret') === clientSecret &&
        sent.get('redirect_uri') === code.redirectUri &&
        challenge === code.challenge;
      if (!isRight) return respond(400, { error: 'invalid_grant' });
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: standIn.issuer, aud: clientId, iat: now, exp: now + 300, nonce: code.nonce, ...code.claims };
      const claims = standIn.change.claims?.(usual) ?? usual;
      const token = standIn.change.sign?.(claims) ?? signJwt(privateKey, { kid: 'k1' }, claims);
      return respond(200, { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: token });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const standIn: OidcStandIn = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId,
    clientSecret,
    claims: { sub: 'person-1' },
    change: {},
    agree(url) {
      const asked = new URL(url).searchParams;
      if (asked.get('client_id') !== clientId || asked.get('response_type') !== 'code' || asked.get('code_challenge_method') !== 'S256')
        throw new Error('no provider accepts this request');
      const code = randomBytes(16).toString('hex');
      const redirectUri = asked.get('redirect_uri') ?? '';
      const authorization = { challenge: asked.get('code_challenge') ?? '', nonce: asked.get('nonce') ?? '', redirectUri };
      codes.set(code, { ...authorization, claims: standIn.claims });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString();
      return back;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return standIn;
};

export interface SamlResponse {
  readonly inResponseTo: string;
  readonly recipient: string;
  readonly audience: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  /** Values of the attributes by name; an array becomes several values of one attribute. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly notBefore: Date;
  readonly notOnOrAfter: Date;
  readonly sessionNotOnOrAfter?: Date;
}

export interface SamlStandIn {
  readonly entityId: string;
  readonly ssoUrl: string;
  readonly certificate: string;
  readonly metadata: string;
  /** Parses the request from the URL that the browser was redirected to. */
  readRequest(url: string): { id: string; acsUrl: string; issuer: string; relayState: string };
  /** Returns a response to a request as XML: a valid one, with the changes of `change`. With `sign` false the response is unsigned. */
  respond(url: string, change?: Partial<SamlResponse>, options?: { privateKey?: string; sign?: boolean; algorithm?: string }): string;
}

const PAIRWISE_ID = 'urn:oasis:names:tc:SAML:attribute:pairwise-id';
export const AFFILIATION = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9';
export const SAML_PAIRWISE_ID = PAIRWISE_ID;

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

export const createSamlStandIn = async (domain: string): Promise<SamlStandIn> => {
  const { privateKey, certificate } = await makeKeyPair(`idp.${domain}`);
  const [entityId, ssoUrl] = [`https://idp.${domain}/idp/shibboleth`, `https://idp.${domain}/idp/profile/SAML2/Redirect/SSO`];
  const bare = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const readRequest: SamlStandIn['readRequest'] = (url) => {
    const { searchParams } = new URL(url);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    const of = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
    return {
      id: of(/ ID="([^"]+)"/),
      acsUrl: of(/AssertionConsumerServiceURL="([^"]+)"/),
      issuer: of(/<(?:\w+:)?Issuer[^>]*>([^<]+)</),
      relayState: searchParams.get('RelayState') ?? '',
    };
  };
  return {
    entityId,
    ssoUrl,
    certificate,
    metadata: `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" entityID="${entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:Extensions><shibmd:Scope regexp="false">${domain}</shibmd:Scope></md:Extensions><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare.replaceAll(/.{64}/g, '$&\n')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.${domain}/idp/profile/SAML2/POST/SSO"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    readRequest,
    respond(url, change = {}, { privateKey: signingKey = privateKey, sign = true, algorithm = RSA_SHA256 } = {}) {
      const request = readRequest(url);
      const now = Date.now();
      const content: SamlResponse = {
        inResponseTo: request.id,
        recipient: request.acsUrl,
        audience: request.issuer,
        issuer: entityId,
        nameId: randomBytes(8).toString('hex'),
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
        attributes: { [PAIRWISE_ID]: [`person-1@${domain}`], [AFFILIATION]: [`student@${domain}`, `member@${domain}`] },
        notBefore: new Date(now - 1_000),
        notOnOrAfter: new Date(now + 300_000),
        ...change,
      };
      const attributes = Object.entries(content.attributes).map(
        ([name, values]) =>
          `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
      );
      const sessionEnd =
        content.sessionNotOnOrAfter === undefined ? '' : ` SessionNotOnOrAfter="${content.sessionNotOnOrAfter.toISOString()}"`;
      const issued = new Date(now).toISOString();
      const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${issued}" Destination="${content.recipient}" InResponseTo="${content.inResponseTo}"><saml:Issuer>${content.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_a${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${issued}"><saml:Issuer>${content.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${content.nameIdFormat}">${content.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${content.inResponseTo}" NotOnOrAfter="${content.notOnOrAfter.toISOString()}" Recipient="${content.recipient}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${content.notBefore.toISOString()}" NotOnOrAfter="${content.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${content.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}"${sessionEnd}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
      if (!sign) return xml;
      const isOld = algorithm.endsWith('sha1');
      const signer = new SignedXml({
        privateKey: signingKey,
        signatureAlgorithm: algorithm,
        canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
      });
      const assertion = "//*[local-name(.)='Assertion']";
      signer.addReference({
        xpath: assertion,
        digestAlgorithm: isOld ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
        transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
      });
      signer.computeSignature(xml, { location: { reference: `${assertion}/*[local-name(.)='Issuer']`, action: 'after' } });
      return signer.getSignedXml();
    },
  };
};
