/** The libraries from the ground up: each may import those before it, and nothing after it. */
const FLOORS = [
  'process',
  'fairness',
  'config',
  'metrics',
  'schema',
  'address',
  'http',
  'sql',
  'embedded-postgres',
  'documents',
  'cache',
  'lists',
  'writes',
  'suburbs',
  'auth',
  'audit',
  'accounts',
  'agents',
  'listings',
  'properties',
  'reaxml',
  'suggestions',
  'enquiries',
  'changes',
  'searches',
  'hooks',
  'bundles',
  'feeds',
  'persistence',
];

const upward = FLOORS.map((floor, at) => ({
  name: `${floor}-imports-down`,
  comment: `libs/${floor} may import only the libraries below it`,
  severity: 'error',
  from: { path: `^libs/${floor}/` },
  to: { path: `^(apps|libs/(${FLOORS.slice(at + 1).join('|') || 'nothing-above'}))/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...upward,
    {
      name: 'no-circle',
      comment: 'What is imported as a type alone is gone when it runs: entities that refer to each other do so by name',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'known-floor',
      comment: 'A new library takes its place in FLOORS',
      severity: 'error',
      from: { path: '^libs/', pathNot: `^libs/(${FLOORS.join('|')})/` },
      to: {},
    },
    {
      name: 'by-the-door',
      comment: 'A library is imported by its index alone',
      severity: 'error',
      from: { path: '^(?:(libs/[^/]+|packages/demo)|apps|ormconfig)' },
      to: { path: '^(libs/[^/]+|packages/demo)/src/(?!index\\.ts$)', pathNot: '^$1/' },
    },
    {
      name: 'reaxml-alone',
      comment: 'REAXML is a format: it is read, mapped, merged and written without HTTP and without the database',
      severity: 'error',
      from: { path: '^libs/reaxml/' },
      to: { path: '^(apps/|libs/(?!(reaxml|listings|schema|address|suburbs)/))' },
    },
    {
      name: 'demo-beside',
      comment: 'The demo stands beside the service: only its loader and the controller of its pictures import it',
      severity: 'error',
      from: {
        path: '^(apps|libs|ormconfig)',
        pathNot: '^(libs/bundles/src/demo-loader|apps/api/src/pictures/pictures\\.controller)\\.ts$|spec\\.ts$',
      },
      to: { path: '^packages/demo/' },
    },
    {
      name: 'demo-alone',
      comment: 'Of the service, the demo imports only addresses and suburbs',
      severity: 'error',
      from: { path: '^packages/demo/' },
      to: { path: '^(apps/|libs/(?!(address|suburbs)/))' },
    },
    {
      name: 'sql-in-repositories',
      comment:
        'What speaks HTTP, decides or presents reaches the database through repositories and writers; at most it passes ' +
        'an executor along by its type. Which files may write SQL is said in .oxlintrc.json, by the names that they import',
      severity: 'error',
      from: {
        path: '\\.(controller|service|guard|pipe|interceptor|filter|presenter|dto|entity|fields|record|rules)\\.ts$',
      },
      to: { path: '^libs/sql/|sql-template-tag|/pg/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'commands-when-they-run',
      comment: 'Help and wrong usage are answered before Nest, TypeORM and the service are loaded: by dynamic imports',
      severity: 'error',
      from: { path: '^apps/cli/src/(main|command-line|interruption|terminal|.*\\.command)\\.ts$' },
      to: {
        path: '^libs/(?!process/)|^apps/cli/src/(run-command|words)\\.ts$|node_modules/(@nestjs|typeorm)/',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-test-in-source',
      severity: 'error',
      from: { path: '^(apps|libs|packages)/', pathNot: 'spec\\.ts$' },
      to: { path: '(^test/|spec\\.ts$)' },
    },
    {
      name: 'bench-uses-support',
      comment: 'The bench starts servers and standbys as the tests do',
      severity: 'error',
      from: { path: '^bench/' },
      to: { path: '(^test/(?!(system/)?support/)|\\.spec\\.ts$)' },
    },
    {
      name: 'client-alone',
      comment: 'The client is published without the service: it imports its own files and no package',
      severity: 'error',
      from: { path: '^packages/client/src/' },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'no-bench-in-service',
      comment: 'The bench measures the service; the service knows nothing of it',
      severity: 'error',
      from: { path: '^(apps|libs|packages|ormconfig)' },
      to: { path: '^bench/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((bench/|packages/client/)?dist|test/system/builds/generated-clients)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
