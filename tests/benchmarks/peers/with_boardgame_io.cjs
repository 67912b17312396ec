// Tic-tac-toe for boardgame.io, moved by its bare reducer: no client, no server, no store.
const readline = require("readline");
const { CreateGameReducer, InitializeGame, ProcessGameConfig } = require("boardgame.io/internal");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const game = ProcessGameConfig({
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    const cells = G.cells;
    for (const [a, b, c] of LINES)
      if (cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]) return { winner: ctx.currentPlayer };
    if (cells.every((cell) => cell !== null)) return { draw: true };
  },
});
const reduce = CreateGameReducer({ game });

// Mulberry32: chance that repeats, for Math.random() takes no seed
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

function play(games, seed) {
  const random = chance(seed);
  let decisions = 0;
  for (let number = 0; number < games; number++) {
    let state = InitializeGame({ game });
    while (state.ctx.gameover === undefined) {
      const free = [];
      for (let cell = 0; cell < 9; cell++) if (state.G.cells[cell] === null) free.push(cell);
      const cell = free[Math.floor(random() * free.length)];
      const playerID = state.ctx.currentPlayer;
      state = reduce(state, { type: "MAKE_MOVE", payload: { type: "place", args: [cell], playerID } });
      decisions++;
    }
  }
  return decisions;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [games, seed] = line.split(" ").map(Number);
  const before = process.cpuUsage();
  const decisions = play(games, seed);
  const { user, system } = process.cpuUsage(before); // of all its threads
  const seconds = (user + system) / 1e6;
  console.log(JSON.stringify([seconds, decisions]));
});
