import { expect, it } from 'vitest';
import { bookPolicy, clientPolicy } from './content-policy.ts';

it('allows the client’s page no scripts but its own, and no address but the server', () => {
  const policy = clientPolicy('https://books.example.com');
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("connect-src 'self' https://books.example.com;");
  expect(policy).toContain('frame-src book:;');
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
});

it('lets only the client’s page frame a book, and changes nothing else of its policy', () => {
  expect(bookPolicy("default-src 'none'; img-src 'self'; frame-ancestors 'self' https://a.example http://b.example")).toBe(
    "default-src 'none'; img-src 'self'; frame-ancestors 'self' app://client",
  );
  expect(bookPolicy("script-src 'sha256-x'; frame-ancestors https://a.example")).toBe(
    "script-src 'sha256-x'; frame-ancestors app://client",
  );
});

it('allows nothing to a document without a policy', () => {
  expect(bookPolicy(null)).toBe("default-src 'none'; frame-ancestors 'none'");
});
