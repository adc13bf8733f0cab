/** The named routes of the specification: what the frame links to by name. The table gives each route its name as id. */
export const routePaths = { 'pc-app': '/pc', 'mobile-app': '/mobile', user: '/user' } as const;
