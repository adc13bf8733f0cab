// Import rules between folders (docs/architecture.md). The comment of each rule says what to do instead. Import cycles are found by the
// linter (`import/no-cycle` in .oxlintrc.json).
const SLICES =
  'authorization|account|institution|verification|audit|admin|errata|notification|publication|files|catalog|license|entitlement|activation-code|orders|reading-time|reading|annotation|bookshelf|authoring|teaching|adoption|discussion|classroom|sample|question|assignment|gradebook|statistics|royalty|sync|release|help';

/** Layers of the server's slices, the highest first: a slice may import those after it. */
const LAYERS = [
  'statistics',
  'royalty',
  'gradebook',
  'assignment',
  'question',
  'sample',
  'discussion',
  'classroom',
  'adoption',
  'teaching',
  'authoring',
  'bookshelf',
  'errata',
  'verification',
  'annotation',
  'reading-time',
  'reading',
  'orders',
  'activation-code',
  'entitlement',
  'license',
  'institution',
  'catalog',
  'files',
  'publication',
  'account',
  'authorization',
  'notification',
  'audit',
];
/** Slices outside of these layers. */
const ALONE = 'help|release|admin|settings';
const layerRules = LAYERS.slice(1).map((slice, index) => ({
  name: `${slice}-imports-a-higher-slice`,
  comment: `"${slice}" lies below ${LAYERS.slice(0, index + 1).join(', ')}: let the assembly (app/) pass in what it needs as an argument.`,
  severity: 'error',
  from: { path: `^apps/server/src/features/${slice}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^apps/server/src/features/(${LAYERS.slice(0, index + 1).join('|')})/` },
}));

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '\\.test\\.tsx?$|/testing/|/test-setup\\.ts$';

export default {
  forbidden: [
    rule(
      'contract-stands-alone',
      'The contract is shared by client and server: it imports only the schema library, never React or Node. (Globals: .oxlintrc.json.)',
      { path: '^packages/(contract|desktop-bridge)/src', pathNot: test },
      { pathNot: '^packages/(contract|desktop-bridge)/|(^|/)node_modules/zod/' },
    ),
    rule(
      'assessment-stands-alone',
      'The rules of tests and grades are shared by client and server: they import only the contract, the schema library, and pure libraries for ZIP and XML, never React or Node. (Globals: .oxlintrc.json.)',
      { path: '^packages/assessment/src', pathNot: test },
      { pathNot: '^packages/(assessment|contract)/|(^|/)node_modules/(zod|fflate|saxes)/' },
    ),
    rule(
      'engine-imports-only-contract',
      'The reading engine uses only the contract and the DOM. (Globals: .oxlintrc.json. The server imports `assets.ts` and `fonts.ts` to serve the engine and its fonts.)',
      { path: '^packages/reading-engine/src', pathNot: `${test}|/src/(assets|fonts)[.]ts$` },
      { pathNot: '^packages/(contract|reading-engine)/' },
    ),
    rule(
      'icons-import-only-react',
      'The icons package contains only React components for the Tabler icons that tooling/make-interface-icons.mjs copied.',
      { path: '^packages/icons/src', pathNot: test },
      { pathNot: '^packages/icons/|(^|/)node_modules/(react|@types/react)/' },
    ),
    rule(
      'ui-imports-only-react',
      'The ui package imports only React, nothing about books or API calls: pass texts and values as props. (Globals: .oxlintrc.json.)',
      { path: '^packages/ui/src', pathNot: test },
      { pathNot: '^packages/ui/|(^|/)node_modules/(react|react-dom|@types/react|@types/react-dom)/' },
    ),
    rule(
      'web-platform-below-features',
      'The web platform does not import features: features import the platform.',
      { path: '^apps/web/src/platform/', pathNot: test },
      { path: '^apps/web/src/(features|areas|app)/' },
    ),
    rule(
      'web-feature-alone',
      'A feature does not import a feature or an area: let the area combine them.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/(features/(?!$1/)|areas/|app/)' },
    ),
    rule(
      'area-alone',
      'An area does not import another area: what they share belongs in a feature.',
      { path: '^apps/web/src/areas/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/(areas/(?!$1/)|app/)' },
    ),
    rule(
      'reader-screen-alone',
      'A screen does not import another screen: what they share belongs in a feature.',
      { path: '^apps/web/src/areas/reader/([^/]+)/', pathNot: test },
      { path: '^apps/web/src/areas/reader/(?!$1/)' },
    ),
    rule(
      'admin-feature-alone',
      'A feature of the admin area does not import another one, nor a screen: let the screen combine them.',
      { path: '^apps/web/src/areas/admin/(?!screens/)([^/]+)/', pathNot: test },
      { path: '^apps/web/src/areas/admin/(?!$1/)' },
    ),
    rule(
      'admin-feature-imports-its-slice',
      'A feature of the admin area imports only the shared feature of its own slice: let the screen combine them.',
      { path: '^apps/web/src/areas/admin/(?!screens/)([^/]+)/', pathNot: test },
      { path: '^apps/web/src/features/(?!$1/)' },
    ),
    rule(
      'screen-calls-through-features',
      'A screen does not call the API: let a feature do so. It may distinguish a rejected call from a lost connection.',
      { path: '^apps/web/src/areas/(reader|admin/screens)/', pathNot: test },
      { path: '^apps/web/src/platform/api/(?!api-error|on-api-error|connection|save-file)' },
    ),
    rule(
      'web-imports-no-electron',
      'The page does not use Electron directly: use the desktop bridge.',
      { path: '^apps/web/' },
      { path: 'node_modules/electron/|^apps/desktop/' },
    ),
    rule(
      'desktop-stands-alone',
      'The desktop client uses the contract and the desktop bridge: it serves the built web client as files, and calls the server.',
      { path: '^apps/desktop/src', pathNot: test },
      { path: '^(apps/(?!desktop/)|packages/(?!contract/|desktop-bridge/)|e2e/)' },
    ),
    rule(
      'desktop-preload-imports-only-the-bridge',
      'A preload script has access to the messages of the main process: it contains nothing but the bridge.',
      { path: '^apps/desktop/src/preload', pathNot: test },
      { pathNot: '^apps/desktop/src/preload|^packages/desktop-bridge/|(^|/)node_modules/electron/|^electron$' },
    ),
    rule(
      'desktop-page-imports-no-electron',
      'A page of the desktop client uses the bridge that its preload script defines.',
      { path: '^apps/desktop/src/setup', pathNot: test },
      { path: '(^|/)node_modules/electron/|^electron$|^apps/desktop/src/main' },
    ),
    rule(
      'sql-from-the-platform',
      'SQL is imported from platform/sql.ts, because each further import of the query library makes a start slower.',
      { path: '^apps/server/src/', pathNot: `${test}|/platform/(sql|database)[.]ts$` },
      { path: 'node_modules/drizzle-orm/' },
    ),
    rule(
      'server-platform-below-features',
      'The server platform does not import features: pass in what it needs.',
      { path: '^apps/server/src/(platform|gateways)/', pathNot: test },
      { path: '^apps/server/src/(features|app)/' },
    ),
    rule(
      'feature-imports-only-ports',
      'A feature uses a gateway through its port: the assembly chooses the adapter. (Pages that simulate a provider import its local adapter.)',
      { path: '^apps/server/src/features/', pathNot: test },
      {
        path: '^apps/server/src/gateways/',
        pathNot: '-gateway[.]ts$|/(object-storage|content-key|hosted-slider|isolated-metadata|local-pay|local-identity|local-wechat)[.]ts$',
      },
    ),
    rule(
      'dev-env-is-for-tests',
      'packages/dev-env is for tests, benchmarks and `npm run dev`: shipped code does not import it.',
      { path: '^(apps|packages/(?!dev-env))/', pathNot: test },
      { path: '^packages/dev-env/' },
    ),
    rule(
      'store-is-private',
      "A slice does not import another slice's store or tables: call one of its use cases.",
      { path: `^apps/server/src/features/(${SLICES})/`, pathNot: test },
      { path: '^apps/server/src/features/(?!$1/).+(store|tables)[.]ts$' },
    ),
    rule(
      'sync-stands-alone',
      'Sync does not depend on the kinds of records it transfers: the assembly registers a handler for each entity.',
      { path: '^apps/server/src/features/sync/', pathNot: test },
      { path: '^apps/server/src/features/(?!sync/)' },
    ),
    rule(
      'slice-stands-alone',
      'This slice imports only audit and notification: let the assembly (app/) pass in what it needs.',
      { path: `^apps/server/src/features/(${ALONE})/`, pathNot: test },
      { path: '^apps/server/src/features/(?!$1/|audit/|notification/)' },
    ),
    rule(
      'nothing-imports-a-separate-slice',
      'No slice imports this one: let the assembly (app/) pass in what is needed, or move what both need to platform/.',
      { path: '^apps/server/src/features/([^/]+)/', pathNot: test },
      { path: `^apps/server/src/features/(${ALONE})/`, pathNot: '^apps/server/src/features/$1/' },
    ),
    rule(
      'nothing-imports-the-assembly',
      'No other code imports the assembly (app/).',
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
      'server-imports-no-web',
      'Web and server share the contract, nothing else.',
      { path: '^apps/server/src', pathNot: test },
      { path: '^apps/web/src' },
    ),
    rule(
      'no-undeclared-packages',
      'An imported package must be listed in the package.json of the importing workspace.',
      { path: '^(apps|packages|e2e|bench)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    rule('no-unresolvable', 'This import cannot be resolved.', {}, { couldNotResolve: true }),
    ...layerRules,
  ],
  options: {
    skipAnalysisNotInRules: true,
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
