/** The product logo: a vermilion seal with an open book. The name is not beside it, because 书房 in the navigation is the bookshelf. */
export const Logo = () => (
  <svg viewBox="0 0 64 64" width="24" height="24" aria-hidden="true">
    <rect x="1" y="1" width="62" height="62" rx="10" fill="var(--accent)" />
    <path
      d="M32 19c-5-4-11-5-17-4.500v30c6-.5 12 .5 17 4.500 5-4 11-5 17-4.500v-30c-6-.5-12 .5-17 4.500Zm0 0v30"
      fill="none"
      stroke="var(--paper-raised)"
      strokeWidth="4.600"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
