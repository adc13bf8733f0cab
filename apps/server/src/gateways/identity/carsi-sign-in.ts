/**
 * CARSI, the federation of Chinese universities: SAML 2.0 with Shibboleth. We are a service provider; requests go by redirect, answers are
 * posted. Only what stands inside the assertion that the institution's own key signed is believed.
 */
import { randomBytes } from 'node:crypto';
import type { Profile, SAML } from '@node-saml/node-saml';
import { CodedError } from '@shufang/contract';
import { z } from 'zod';
import { affiliationsOf, type IdentityGateway, type InstitutionSettings } from './identity-gateway.ts';

export interface CarsiPlatform {
  readonly entityId: string;
  /** Where answers are posted. */
  readonly answerUrl: string;
  /** PEM; signs our requests and opens encrypted answers. */
  readonly privateKey: string;
  readonly certificate: string;
  readonly name: string;
}

type CarsiSettings = Extract<InstitutionSettings, { protocol: 'carsi' }>;

const CLOCK_SKEW_MS = 2 * 60_000;

/** https://refeds.org/eduperson and the SAML V2.0 Subject Identifier Attributes Profile. */
const AFFILIATION = ['urn:oid:1.3.6.1.4.1.5923.1.1.1.9', 'eduPersonScopedAffiliation'];
const PAIRWISE_ID = ['urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id'];
const TARGETED_ID = ['urn:oid:1.3.6.1.4.1.5923.1.1.1.10', 'eduPersonTargetedID'];
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** As xml2js gives it: a text, or an element with its text under `_`. */
const valueText = z.union([
  z.string(),
  z
    .object({ NameID: z.array(z.union([z.string(), z.object({ _: z.string() })])).min(1) })
    .transform(({ NameID: [first] }) => (typeof first === 'string' ? first : (first?._ ?? ''))),
]);
const valueTexts = z
  .union([valueText, z.array(valueText)])
  .transform((value) => [value].flat().map((each) => each.trim()))
  .catch([]);

const confirmation = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
    AuthnStatement: z.array(z.object({ $: z.object({ SessionNotOnOrAfter: z.string().optional() }) })).min(1),
  }),
});

const OLD_SIGNATURE = /xmldsig#(?:rsa|dsa|hmac)-sha1|xmldsig-more#rsa-md5|xmldsig#sha1"/i;

const textsOf = (profile: Profile, names: readonly string[]): string[] => {
  const attributes = (profile['attributes'] ?? {}) as Record<string, unknown>;
  return names.flatMap((name) => (attributes[name] === undefined ? [] : valueTexts.parse(attributes[name])));
};

/** The permanent opaque id: of the newer kind, which names its domain, else of the older two. */
const subjectOf = (profile: Profile, domain: string): string => {
  const [pairwise] = textsOf(profile, PAIRWISE_ID);
  if (pairwise !== undefined) {
    const [id = '', scope = '', ...more] = pairwise.toLowerCase().split('@');
    if (id === '' || scope !== domain || more.length > 0) throw new Error('pairwise-id of another domain');
    return id;
  }
  const [targeted] = textsOf(profile, TARGETED_ID);
  const subject = targeted ?? (profile.nameIDFormat === PERSISTENT ? profile.nameID : '');
  if (subject === '' || subject.length > 300) throw new Error('no permanent id');
  return subject;
};

const refusal = (error: unknown): CodedError => new CodedError('institution.signInFailed', {}, { cause: error });

/** Its library takes 20 MB: it comes with the first who signs in so. */
const samlFor = async (platform: CarsiPlatform, settings: CarsiSettings, requestId: string): Promise<SAML> => {
  const library = await import('@node-saml/node-saml');
  return new library.SAML({
    issuer: platform.entityId,
    audience: platform.entityId,
    callbackUrl: platform.answerUrl,
    entryPoint: settings.ssoUrl,
    idpIssuer: settings.entityId,
    idpCert: [...settings.certificates],
    privateKey: platform.privateKey,
    publicCert: platform.certificate,
    decryptionPvk: platform.privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    validateInResponseTo: library.ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    // The one request this walk made; the walk itself is taken away before its answer is read, so none is read twice.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ createdAt: Date.now(), value }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
};

export const createCarsiSignIn = (platform: CarsiPlatform): IdentityGateway<'carsi'> => ({
  async begin(settings, { state }) {
    const requestId = `_${randomBytes(16).toString('hex')}`;
    const url = await (await samlFor(platform, settings, requestId)).getAuthorizeUrlAsync(state, undefined, {});
    return { url, kept: requestId };
  },
  async findPerson(settings, requestId, { answer }) {
    try {
      const xml = Buffer.from(answer ?? '', 'base64').toString('utf8');
      if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('a declaration of a document type');
      if (OLD_SIGNATURE.test(xml)) throw new Error('a signature of an old kind');
      const { profile } = await (await samlFor(platform, settings, requestId)).validatePostResponseAsync({ SAMLResponse: answer ?? '' });
      if (profile === null) throw new Error('nobody signed in');
      if (profile.issuer !== settings.entityId) throw new Error('of another issuer');
      // By what the signature covers: the library compares what stands around the assertion.
      const { Assertion: assertion } = confirmation.parse(profile.getAssertion?.());
      const [data] = assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData;
      if (data.$.InResponseTo !== requestId) throw new Error('to another request');
      if (data.$.Recipient !== platform.answerUrl) throw new Error('for another recipient');
      const ends = assertion.AuthnStatement.flatMap(({ $ }) =>
        $.SessionNotOnOrAfter === undefined ? [] : [Date.parse($.SessionNotOnOrAfter)],
      );
      return {
        scope: settings.domain,
        subject: subjectOf(profile, settings.domain),
        affiliations: affiliationsOf(textsOf(profile, AFFILIATION), settings.domain),
        endsAt: ends.length === 0 ? undefined : Math.min(...ends),
      };
    } catch (error) {
      throw refusal(error);
    }
  },
});

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? '');

const requested = (name: string, friendly: string): string =>
  `<md:RequestedAttribute Name="${name}" FriendlyName="${friendly}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" isRequired="true"/>`;

/** What the federation is told of this platform: who it is, its key, where answers go, and the two things it asks for. */
export const carsiMetadata = ({ entityId, answerUrl, certificate, name }: CarsiPlatform): string => {
  const key = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const keyDescriptor = (use: string): string =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escaped(entityId)}"><md:SPSSODescriptor AuthnRequestsSigned="true" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keyDescriptor('signing')}${keyDescriptor('encryption')}<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(answerUrl)}" index="0" isDefault="true"/><md:AttributeConsumingService index="0"><md:ServiceName xml:lang="zh">${escaped(name)}</md:ServiceName>${requested('urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id')}${requested('urn:oid:1.3.6.1.4.1.5923.1.1.1.9', 'eduPersonScopedAffiliation')}</md:AttributeConsumingService></md:SPSSODescriptor></md:EntityDescriptor>
`;
};
