// What may become code on the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HOST, run } from './page.mjs';

const ORIGIN = new URL(HOST).origin;
let policy;
const trustedTypes = { createPolicy: (name, rules) => { policy = { name, ...rules }; } };
run('web/js/trust.js', { trustedTypes, document: { baseURI: HOST }, location: { origin: ORIGIN } });

test('it is the default policy, and only addresses of scripts are let through at all', () => {
  assert.deepEqual(Object.keys(policy).sort(), ['createScriptURL', 'name']);
  assert.equal(policy.name, 'default');
});

for (const address of [`${HOST}sw.js`, './sw.js', 'web/solver/worker.py', `${HOST}web/vendor/chart/chart.js`, `blob:${ORIGIN}/0123-4567`]) {
  test(`a script of ours may be run: ${address}`, () => assert.equal(policy.createScriptURL(address), address));
}

for (const address of [
  'https://evil.example/sw.js', '//evil.example/folder/sw.js', 'http://host.example/folder/sw.js', `${ORIGIN}/sw.js`,
  `${HOST}web/other.js`, `${HOST}sw.js?x`, `${HOST}sw.js#x`, `${HOST}web/vendor/pyscript/core.js`, '', './',
  'data:text/javascript,alert(1)', 'javascript:alert(1)', 'blob:https://evil.example/0123', 'blob:null/0123', 'filesystem:https://host.example/x',
]) {
  test(`no other may: ${address || 'nothing'}`, () => assert.equal(policy.createScriptURL(address), null));
}

test('a browser without Trusted Types goes without', () => run('web/js/trust.js', { document: { baseURI: HOST }, location: { origin: ORIGIN } }));
