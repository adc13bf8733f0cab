/**
 * SAML 2.0 in an isolated process: creates requests to identity providers and reads their responses. Posted documents are parsed nowhere
 * else.
 */
import type { Profile, SAML } from '@node-saml/node-saml';
import { CodedError } from '@shufang/contract/errors';
import { DOMParser } from '@xmldom/xmldom';
import { z } from 'zod';
import { scanXml } from '../../platform/xml/scan-xml.ts';
import { SAML_LIMITS } from '../../platform/xml/xml-limits.ts';
import { affiliationsOf, type InstitutionProfile, type MetadataSettings } from './identity-gateway.ts';
import type { CarsiPlatform, SamlWork } from './saml-work.ts';

const CLOCK_SKEW_MS = 2 * 60_000;

/** Names of the SAML attributes, by https://refeds.org/eduperson and the SAML V2.0 Subject Identifier Attributes Profile. */
const AFFILIATION = ['urn:oid:1.3.6.1.4.1.5923.1.1.1.9', 'eduPersonScopedAffiliation'];
const PAIRWISE_ID = ['urn:oasis:names:tc:SAML:attribute:pairwise-id', 'pairwise-id'];
const TARGETED_ID = ['urn:oid:1.3.6.1.4.1.5923.1.1.1.10', 'eduPersonTargetedID'];
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** A value in the output of xml2js: a text, or an element with its text under `_`. */
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

/** Returns the permanent opaque id of the user: the newer attribute, which contains the domain, or else one of the two older attributes. */
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

const samlFor = async (platform: CarsiPlatform, settings: MetadataSettings, requestId: string): Promise<SAML> => {
  const library = await import('@node-saml/node-saml');
  return new library.SAML({
    issuer: platform.entityId,
    audience: platform.entityId,
    callbackUrl: platform.responseUrl,
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
    // Tells the library that the request of this sign-in attempt is the only one to which a response is expected. The attempt is deleted
    // before its response is read, so no response is read twice.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ createdAt: Date.now(), value }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
};

/**
 * Scans every document before the libraries parse it, including decrypted assertions, which anyone can create with our public key, and the
 * parts of a signature that are parsed again.
 */
const parseFromString = DOMParser.prototype.parseFromString;
DOMParser.prototype.parseFromString = function (this: DOMParser, xml: string, mimeType?: string) {
  scanXml(xml, SAML_LIMITS);
  return parseFromString.call(this, xml, mimeType);
};

const findProfile = async (
  platform: CarsiPlatform,
  settings: MetadataSettings,
  requestId: string,
  response: string,
): Promise<InstitutionProfile> => {
  const xml = Buffer.from(response, 'base64').toString('utf8');
  scanXml(xml, SAML_LIMITS);
  if (OLD_SIGNATURE.test(xml)) throw new Error('the signature algorithm is outdated');
  const { profile } = await (await samlFor(platform, settings, requestId)).validatePostResponseAsync({ SAMLResponse: response });
  if (profile === null) throw new Error('no authentication statement');
  if (profile.issuer !== settings.entityId) throw new Error('unexpected issuer');
  // Checks the values inside the signed assertion, because the library compares only those around it, which the signature does not cover.
  const { Assertion: assertion } = confirmation.parse(profile.getAssertion?.());
  const [data] = assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData;
  if (data.$.InResponseTo !== requestId) throw new Error('response to another request');
  if (data.$.Recipient !== platform.responseUrl) throw new Error('response for another recipient');
  const ends = assertion.AuthnStatement.flatMap(({ $ }) =>
    $.SessionNotOnOrAfter === undefined ? [] : [Date.parse($.SessionNotOnOrAfter)],
  );
  return {
    scope: settings.domain,
    subject: subjectOf(profile, settings.domain),
    affiliations: affiliationsOf(textsOf(profile, AFFILIATION), settings.domain),
    endsAt: ends.length === 0 ? undefined : Math.min(...ends),
  };
};

/** Returns the authorization URL, or the signed-in profile. Throws `institution.signInFailed` for an invalid response. */
export const run = async (work: SamlWork): Promise<string | InstitutionProfile> => {
  const { platform, settings, requestId } = work;
  if (work.kind === 'request') return (await samlFor(platform, settings, requestId)).getAuthorizeUrlAsync(work.state, undefined, {});
  try {
    return await findProfile(platform, settings, requestId, work.response);
  } catch (error) {
    throw refusal(error);
  }
};
