/** Paths of the named routes of the specification. In the route table, the name is the route's id. */
export const routePaths = { 'pc-app': '/pc', 'mobile-app': '/mobile', user: '/user' } as const;
