/**
 * Retired terms: words this code base no longer uses for a concept, and the standard term that replaces each. `npm run check` reads this
 * list (tooling/vocabulary.mjs). A term that was retired in only one sense states in `allowed` which uses remain.
 *
 * @typedef {object} RetiredTerm
 * @property {string} term what is reported
 * @property {string} use the terms to use instead
 * @property {RegExp} [name] matches the words of an identifier or file name, lower case, joined by spaces (`keptBooks` is "kept books")
 * @property {RegExp} [prose] matches comments, test titles, messages and commit messages
 * @property {RegExp} [folder] matches the path of a file's folder, with a final slash
 * @property {boolean} [isNewerThanMessages] not searched in commit messages, because earlier ones contain it
 * @property {RegExp} [allowed] matches names (joined words), sentences or paths in which the word has another sense
 * @property {string} fails an example that must be reported: a name, or a sentence when only `prose` is given
 * @property {string} passes an example that must not be reported
 */

/** @type {readonly RetiredTerm[]} */
export const retiredTerms = [
  {
    term: 'kept',
    use: 'cached, stored, saved',
    name: /\b(?:kept|keeper)\b/,
    prose: /\bkept\b/i,
    allowed: /\bkept alive\b|\bkept-alive\b/,
    fails: 'keptBooks',
    passes: 'keepAlive',
  },
  {
    term: 'first screen, first answers',
    use: 'server-side rendering (SSR), dehydrated state',
    name: /\bfirst (?:screens?|answers?)\b/,
    prose: /\bfirst (?:screens?|answers)\b/i,
    fails: 'makeFirstScreen',
    passes: 'firstScreenful',
  },
  {
    term: 'walk',
    use: 'authorization flow, sign-in attempt; for trees: traverse',
    name: /\bwalks?\b/,
    prose: /\bwalks?\b/i,
    // `library-walk-in` is the name of an affiliation in eduPerson.
    allowed: /^library walk in$/,
    fails: 'startWalk',
    passes: 'treeWalker',
  },
  {
    term: 'wish',
    use: 'request, query, filter, params, options',
    name: /\bwish(?:es|ed)?\b/,
    prose: /\bwish(?:es|ed)?\b/i,
    fails: 'orderWish',
    passes: 'wishlist',
  },
  {
    term: 'answer',
    use: 'response, result; in docstrings "Returns"',
    name: /\banswer(?:s|ed)?\b/,
    prose: /(?:^|[.;:*] +)Answers\b/,
    allowed: /review|captcha|slider|assessment|assignment|attempt|practice|question|card|ticket|help/,
    fails: 'pullAnswer',
    passes: 'questionAnswer',
  },
  {
    term: 'asker, stranger, visitor, person, somebody',
    use: 'caller (server), user (account), anonymous user, reader, author, teacher',
    name: /\b(?:askers?|strangers?|visitors?|persons?|people|somebody)\b/,
    prose: /\b(?:askers?|strangers?|somebody)\b/i,
    allowed: /schema person|author person/,
    fails: 'askerOf',
    passes: 'personalData',
  },
  {
    term: 'reach, bounds',
    use: 'scope, permission, authorization',
    name: /\b(?:reach|bounds)\b/,
    allowed: /rect|layout|bounding|engine/,
    fails: 'bookBounds',
    passes: 'boundingRect',
  },
  {
    term: 'act',
    use: 'audit event',
    name: /\bacts?\b/,
    fails: 'recordAct',
    passes: 'activation',
  },
  {
    term: 'tell, told',
    use: 'notification, notify; publish for events',
    name: /\b(?:tells?|told)\b/,
    prose: /\btold\b/i,
    fails: 'tellBuyer',
    passes: 'telephone',
  },
  {
    term: 'tend',
    use: 'reconcile, settle',
    name: /\btend(?:s|ed|ing)?\b/,
    fails: 'tendOrder',
    passes: 'tendency',
  },
  {
    term: 'standing',
    use: 'status, state, progress',
    name: /\bstanding\b/,
    prose: /\bstanding\b|\bhow (?:it|they|things) stands?\b/i,
    allowed: /\bfree-standing\b|\blong-standing\b/,
    fails: 'cardStanding',
    passes: 'outstanding',
  },
  {
    term: 'fault',
    use: 'error (thrown), validation error, finding',
    name: /\bfaults?\b/,
    prose: /\bfaults?\b/i,
    fails: 'faultsOf',
    passes: 'defaultValue',
  },
  {
    term: 'place',
    use: 'locator, position; page cursor; seat or concurrent slot of a license',
    name: /\bplaces?\b/,
    allowed: /^replace|in place\b|place of|^place items/,
    fails: 'readingPlace',
    passes: 'placeholder',
  },
  { term: 'verbs', use: 'actions, mutations', name: /\bverbs\b/, fails: 'cardVerbs', passes: 'verbose' },
  {
    term: 'parts',
    use: 'dependencies',
    name: /\b(?:application|feature|shared|desk|book|order|session) parts\b/,
    fails: 'orderParts',
    passes: 'nameParts',
  },
  { term: 'lanes', use: 'semaphore, concurrency limit', name: /\blanes?\b/, prose: /\blanes?\b/i, fails: 'importLanes', passes: 'planes' },
  {
    term: 'words',
    use: 'text, label, message, phrase',
    name: /\bwords\b/,
    allowed: /count|per minute|segment|dictionary|stop words|hot words|split|break words/,
    fails: 'panelWords',
    passes: 'countWords',
  },
  {
    term: 'scene, storm, rain',
    use: 'fixture, scenario, load test, fuzz test',
    name: /\b(?:scenes?|storms?|rain)\b/,
    prose: /\b(?:storms?|rain)\b/i,
    allowed: /client scene|scene (?:id|info)|brainstorm/,
    fails: 'scopeScene',
    passes: 'clientScene',
  },
  {
    term: 'mark',
    use: 'annotation, highlight, note, bookmark; match range in search',
    name: /(?<!\b(?:question|quotation|punctuation|byte order) )\bmarks?$/,
    allowed: /^mark$|points|water|html|element/,
    fails: 'openMark',
    passes: 'bookmark',
  },
  { term: 'desk', use: 'admin', name: /\bdesk\b/, prose: /\bdesk\b/i, fails: 'deskRoutes', passes: 'desktop' },
  { term: 'pace', use: 'rate limit, quota', name: /\bpaces?\b/, prose: /\bpace\b/i, fails: 'bodyPace', passes: 'space' },
  {
    term: 'named request, repeated request',
    use: 'idempotency key, idempotent request, replayed response',
    name: /\b(?:named|repeated) (?:requests?|calls?)\b/,
    prose: /\b(?:named|repeated) requests?\b/i,
    fails: 'repeatedRequests',
    passes: 'namedExport',
  },
  {
    term: 'uphill, downhill, house rules, hands over',
    use: 'layer, dependency direction; project rules',
    name: /\b(?:uphill|downhill|house)\b/,
    prose: /\b(?:uphill|downhill|house rules?|rules of the house)\b/i,
    fails: 'houseRules',
    passes: 'warehouse',
  },
  {
    term: 'commerce, media, application, desk (slices)',
    use: 'entitlement, activation-code, license; publication; verification; admin',
    name: /\bcommerce\b|\b(?:media|application) (?:slice|feature|routes|store|tables|parts)\b/,
    prose: /\b(?:commerce|media|application|desk) slice\b/i,
    folder: /\/(?:commerce|media|application|desk)\//,
    fails: 'mediaRoutes',
    passes: 'mediaType',
  },
  {
    term: 'stands, anew',
    use: 'is, contains, shows; again',
    name: /\banew\b|\bstands\b/,
    prose: /\banew\b|\bstands? (?:there|here|on|as|at|before|behind|beside)\b/i,
    isNewerThanMessages: true,
    fails: 'startAnew',
    passes: 'standIn',
  },
  {
    term: 'British spelling',
    use: 'American spelling: catalog, color, license, sanitize, normalize, recognize, behavior, neighbor, center, canceled',
    name: /\b(?:catalogue|colours?|cancelled|cancelling|judgements?|travelled|licences?|sanitise[drs]?|normalise[drs]?|recognise[drs]?|serialise[drs]?|behaviours?|neighbours?|centre|favourites?)\b/,
    prose:
      /\b(?:catalogues?|colours?|coloured|licences?|licenced|sanitis\w+|normalis\w+|recognis\w+|serialis\w+|organis\w+|behaviours?|neighbours?|neighbouring|centre[sd]?|favourites?|honour\w*|labelled|modelled|travell\w+|cancell(?:ed|ing)|judgements?)\b/i,
    fails: 'bookCatalogue',
    passes: 'catalogSearch',
  },
];
