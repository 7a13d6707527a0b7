// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Constant-product pools (x * y = k), one for each pair of tokens; the coin is a token of its own address. 3 of 1000 stay in the pool.
contract Exchange {
    address public constant COIN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant FEE = 3;
    uint256 private constant WHOLE = 1000;

    /// What the pool of a pair holds of one of its two tokens.
    mapping(bytes32 pair => mapping(address token => uint256)) private held;

    event Swapped(address indexed by, address from, address to, uint256 amount, uint256 out);

    error NoPool();
    error TooLittle(uint256 out, uint256 least);
    error WrongValue();
    error Refused();

    /// What one gets for `amount` now.
    function quote(address from, address to, uint256 amount) public view returns (uint256) {
        mapping(address => uint256) storage pool = held[pairOf(from, to)];
        (uint256 x, uint256 y) = (pool[from], pool[to]);
        if (x == 0 || y == 0) revert NoPool();
        uint256 paid = amount * (WHOLE - FEE);
        return (paid * y) / (x * WHOLE + paid);
    }

    /// What the pool of a pair holds of each.
    function reserves(address a, address b) external view returns (uint256, uint256) {
        mapping(address => uint256) storage pool = held[pairOf(a, b)];
        return (pool[a], pool[b]);
    }

    /// Puts both tokens into the pool of a pair.
    function fill(address a, address b, uint256 amountA, uint256 amountB) external payable {
        if (msg.value != (a == COIN ? amountA : 0) + (b == COIN ? amountB : 0)) revert WrongValue();
        mapping(address => uint256) storage pool = held[pairOf(a, b)];
        take(a, amountA);
        take(b, amountB);
        pool[a] += amountA;
        pool[b] += amountB;
    }

    /// Gives `receiver` at least `least` of `to` for exactly `amount` of `from`, or nothing happens.
    function swap(address from, address to, uint256 amount, uint256 least, address receiver)
        external
        payable
        returns (uint256 out)
    {
        if (msg.value != (from == COIN ? amount : 0)) revert WrongValue();
        out = quote(from, to, amount);
        if (out < least) revert TooLittle(out, least);
        mapping(address => uint256) storage pool = held[pairOf(from, to)];
        pool[from] += amount;
        pool[to] -= out;
        take(from, amount);
        give(to, receiver, out);
        emit Swapped(msg.sender, from, to, amount, out);
    }

    function pairOf(address a, address b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function take(address token, uint256 amount) private {
        if (token != COIN && !IToken(token).transferFrom(msg.sender, address(this), amount)) revert Refused();
    }

    function give(address token, address to, uint256 amount) private {
        if (token == COIN) {
            (bool ok,) = to.call{value: amount}("");
            if (!ok) revert Refused();
        } else if (!IToken(token).transfer(to, amount)) {
            revert Refused();
        }
    }
}
