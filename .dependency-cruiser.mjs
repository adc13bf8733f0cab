// Who may import whom (docs/architecture.md). Each rule says what to do instead.
const SLICES =
  'account|institution|application|audit|desk|errata|notice|media|files|catalog|commerce|orders|reading|annotation|bookshelf|authoring|teaching|sync|release|help';

/** Server slices, downhill: each may lean on those after it. */
const DOWNHILL = [
  'teaching',
  'authoring',
  'bookshelf',
  'errata',
  'application',
  'annotation',
  'reading',
  'orders',
  'commerce',
  'institution',
  'catalog',
  'files',
  'media',
  'account',
];
/** Slices that stand beside the hill. */
const ALONE = 'help|release|desk|audit|notice';
const uphill = DOWNHILL.slice(1).map((slice, index) => ({
  name: `${slice}-does-not-look-uphill`,
  comment: `"${slice}" lies below ${DOWNHILL.slice(0, index + 1).join(', ')}: let the assembly (app/) hand in what it needs as an argument.`,
  severity: 'error',
  from: { path: `^apps/server/src/features/${slice}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^apps/server/src/features/(${DOWNHILL.slice(0, index + 1).join('|')})/` },
}));

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '\\.test\\.tsx?$|/testing/|/test-setup\\.ts$';

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Two files that need each other are one thing or three: move the shared part to a file of its own.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    rule(
      'contract-stands-alone',
      'The contract is what both sides share: it leans on nothing but the schema library, least of all on React or Node. (Globals: .oxlintrc.json.)',
      { path: '^packages/(contract|desktop-bridge)/src', pathNot: test },
      { pathNot: '^packages/(contract|desktop-bridge)/|(^|/)node_modules/zod/' },
    ),
    rule(
      'engine-knows-no-app',
      'The reading engine knows the contract and the DOM, nothing else. (Globals: .oxlintrc.json. `assets.ts` is for the server, which serves it.)',
      { path: '^packages/reading-engine/src', pathNot: `${test}|/src/assets[.]ts$` },
      { pathNot: '^packages/(contract|reading-engine)/' },
    ),
    rule(
      'ui-knows-no-books',
      'The ui package is React, ignorant of books and calls: pass texts and values in as props. (Globals: .oxlintrc.json.)',
      { path: '^packages/ui/src', pathNot: test },
      { pathNot: '^packages/ui/|(^|/)node_modules/(react|react-dom|@types/react|@types/react-dom)/' },
    ),
    rule(
      'web-platform-below-features',
      'The web platform is what features lean on, not the other way round.',
      { path: '^apps/web/src/platform/', pathNot: test },
      { path: '^apps/web/src/(features|screens|app)/' },
    ),
    rule(
      'web-feature-alone',
      'A feature does not import a feature: let the screen combine them.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/(features/(?!$1/)|screens/|app/)' },
    ),
    rule(
      'screen-alone',
      'A screen does not import another screen: what they share belongs into a feature.',
      { path: '^apps/web/src/screens/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/(screens/(?!$1/)|app/)' },
    ),
    rule(
      'screen-asks-through-features',
      'A screen makes no calls of its own: let a feature ask. It may tell a refusal from a lost connection.',
      { path: '^apps/web/src/screens/', pathNot: test },
      { path: '^apps/web/src/platform/api/(?!api-error|on-api-error|connection|save-file)' },
    ),
    rule(
      'web-knows-no-electron',
      'The page never sees Electron: ask the desktop bridge.',
      { path: '^apps/web/' },
      { path: 'node_modules/electron/|^apps/desktop/' },
    ),
    rule(
      'server-platform-below-features',
      'The server platform knows no feature: hand in what it needs.',
      { path: '^apps/server/src/(platform|gateways)/', pathNot: test },
      { path: '^apps/server/src/(features|app)/' },
    ),
    rule(
      'feature-knows-ports',
      'A feature asks a gateway by its port: the assembly chooses the adapter. (Pages that play a local provider know it.)',
      { path: '^apps/server/src/features/', pathNot: test },
      {
        path: '^apps/server/src/gateways/',
        pathNot: '-gateway[.]ts$|/(object-storage|content-key|hosted-slider|idp-metadata|local-pay|local-identity)[.]ts$',
      },
    ),
    rule(
      'dev-env-is-for-tests',
      'The product in a box is for tests, benches and `npm run dev`: no part that ships leans on it.',
      { path: '^(apps|packages/(?!dev-env))/', pathNot: test },
      { path: '^packages/dev-env/' },
    ),
    rule(
      'store-is-private',
      "Another slice's tables are its own: ask one of its use cases.",
      { path: `^apps/server/src/features/(${SLICES})/`, pathNot: test },
      { path: '^apps/server/src/features/(?!$1/).+(store|tables)[.]ts$' },
    ),
    rule(
      'sync-stands-alone',
      'Sync carries records it does not know: entities register a handler in the assembly.',
      { path: '^apps/server/src/features/sync/', pathNot: test },
      { path: '^apps/server/src/features/(?!sync/)' },
    ),
    rule(
      'slice-stands-alone',
      'This slice leans on no other: let the assembly (app/) hand in what it needs as an argument.',
      { path: `^apps/server/src/features/(${ALONE})/`, pathNot: test },
      { path: '^apps/server/src/features/(?!$1/)' },
    ),
    rule(
      'nothing-leans-on-a-slice-alone',
      'No slice leans on this one: let the assembly (app/) hand in what is needed, or put what both need into platform/.',
      { path: '^apps/server/src/features/([^/]+)/', pathNot: test },
      { path: `^apps/server/src/features/(${ALONE})/`, pathNot: '^apps/server/src/features/$1/' },
    ),
    rule(
      'nothing-leans-on-app',
      'The assembly puts parts together; no part leans on it.',
      { path: '^apps/(web|server)/src/(?!app/)', pathNot: test },
      { path: '^apps/(web|server)/src/app/' },
    ),
    rule(
      'web-and-server-meet-in-contract',
      'Web and server share the contract, nothing else.',
      { path: '^apps/web/' },
      { path: '^apps/server/' },
    ),
    rule(
      'server-knows-no-web',
      'Web and server share the contract, nothing else.',
      { path: '^apps/server/src', pathNot: test },
      { path: '^apps/web/src' },
    ),
    rule(
      'no-undeclared-packages',
      'A package that is used is named in the package.json of the part that uses it.',
      { path: '^(apps|packages|e2e|bench)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule('no-unresolvable', 'This import leads nowhere.', {}, { couldNotResolve: true }),
    ...uphill,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|dist-server|out|data|coverage)/' },
    parser: 'swc',
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
